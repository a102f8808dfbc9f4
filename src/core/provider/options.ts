import type { OperationOptions } from "../client/types";
import type { Clock } from "../client/wait";
import type { Log } from "../schema/problem";
import type { ReadSetting } from "../schema/read-settings";
import type { SecretPaths } from "../schema/secrets";
import type { Values } from "../schema/values";

export { ResourceInitFailed } from "../lifecycle/resource";

/** What a provider is made of. */
export interface ProviderOptions {
  /** Reads a setting by its name in stack config, such as `edge-ingress:apiKey`. Read when settings are first needed. */
  readonly config: ReadSetting;
  readonly environment: ReadSetting;
  /** Shows the user a message, which holds no secret. */
  readonly log: Log;
  /** The `Provider` whose arguments the settings are, for messages. Default: the settings are those of the stack. */
  readonly providerName?: string;
  /** The URN of that `Provider`, if the host passes it on. */
  readonly providerUrn?: string;
  /** Whether the settings are those of the running program, not those that the last `pulumi up` recorded. Default: they are. */
  readonly isOfProgram?: () => boolean;
  /** Time and chance. Default: the machine's. */
  readonly clock?: Clock;
  /** Where the engine listens that runs the provider: all provider processes of its run have the same. Default: none. */
  readonly engineAddress?: string | undefined;
  /** Asks the engine whether it runs a program: an `up` may have no resource of it. Default: it runs none. */
  readonly engineHasProgram?: () => Promise<boolean>;
}

/** What the engine calls a resource. */
export interface ResourceLabel {
  readonly urn: string;
  readonly name: string;
}

/** What every call may have beside its values. */
export interface CallOptions extends Pick<OperationOptions, "signal" | "timeoutMs" | "log"> {
  /** The resource that the call is for, if the host passes that on. */
  readonly label?: ResourceLabel | undefined;
  /** Paths of values that the program has marked as secret, beside those that the tables say to be: of the newest values. */
  readonly secretPaths?: readonly string[];
  /** Marked paths of the values that the newest ones replace, if the call brings both. */
  readonly oldSecretPaths?: readonly string[];
  /** Other texts that no message may show. */
  readonly secrets?: readonly string[];
}

/** An object: what the program may state of it, all that is known of it, and which of that is secret. */
export interface ResourceView extends SecretPaths {
  readonly id: string;
  readonly inputs: Values;
  /** The inputs, and the read-only outputs. */
  readonly outputs: Values;
  /** Of a module: the running program declares the object that it belongs to. */
  readonly isOnDeclared?: boolean;
}
