import type { Clock } from "../client/types";
import type { OnUnreadable } from "../lifecycle/resource";
import type { Checked } from "../schema/check";
import type { Definition } from "../schema/definition";
import type { Diff } from "../schema/diff";
import type { Log } from "../schema/problem";
import type { SecretPaths } from "../schema/secrets";
import type { ReadSetting } from "../schema/settings";
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
  /** What the engine calls that `Provider`, where the host passes that on. */
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
export interface CallOptions {
  /** The resource that the call is for, where the host passes that on. */
  readonly label?: ResourceLabel | undefined;
  /** Paths of values that the program has marked as secret, beside those that the tables say to be: of the newest values. */
  readonly secretPaths?: readonly string[];
  /** The same for the values that these replace, if the call brings both. */
  readonly oldSecretPaths?: readonly string[];
  /** Other texts that no message may show. */
  readonly secrets?: readonly string[];
  /** Ends every wait of the call. */
  readonly signal?: AbortSignal;
  /** Milliseconds that the call may take, retries included. Default: the setting. */
  readonly timeoutMs?: number;
  /** Shows the user the call's messages. Default: the provider's. */
  readonly log?: Log;
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

/** An object that no program states, whoever made it. */
export interface WholeView extends ResourceView {
  /** Paths of the secrets that are set, and that the service masks. */
  readonly masked: readonly string[];
}

/** What a program states, and what the last one stated. */
export interface CheckRequest extends CallOptions {
  readonly olds: Values;
  readonly inputs: Values;
}

/** An object to make; in a preview, nothing is sent. */
export interface CreateRequest extends CallOptions {
  readonly inputs: Values;
  readonly preview?: boolean;
}

/** An object as the engine's state has it. */
export interface Recorded extends CallOptions {
  readonly id: string;
  readonly outputs: Values;
}

/** What is recorded, and the arguments of the program, or those of the last one in a refresh. */
export interface DiffRequest extends Recorded {
  readonly inputs: Values;
}

/** An object to change; in a preview, nothing is sent. */
export interface UpdateRequest extends DiffRequest {
  readonly preview?: boolean;
}

/** An object to delete; `isOnDeclared` is what the state has of the module's last {@link ResourceView}. */
export interface DeleteRequest extends Recorded {
  readonly isOnDeclared?: boolean;
}

/** An object to look for. */
export interface FindRequest extends Recorded {
  readonly onUnreadable?: OnUnreadable | undefined;
}

/** How many objects are wanted. Default: every one. */
export interface ListRequest extends CallOptions {
  readonly onUnreadable?: OnUnreadable | undefined;
  readonly limit?: number | undefined;
}

/**
 * The provider, without what any engine wants of its form. Values go in and come out in plaintext, with the paths of what the
 * program has marked as secret; whoever passes them on wraps that, and the secrets of the tables. Each provider is for one run of an engine: it knows which modules the running program
 * configures.
 *
 * Errors are `EdgeIngressError`s, or a `ResourceInitFailed` with what exists; no message holds a secret.
 */
export interface Provider {
  /** Checks arguments, and the settings with them. Sends nothing. */
  check(definition: Definition, request: CheckRequest): Checked;
  /** Compares what is recorded with the arguments. Sends nothing. */
  diff(definition: Definition, request: DiffRequest): Diff;
  /** Makes the object. In a preview, what only the service knows is unknown. */
  create(definition: Definition, request: CreateRequest): Promise<ResourceView>;
  /** The object as it is now, by what the program states of it; `undefined` if it is gone. */
  read(definition: Definition, request: Recorded): Promise<ResourceView | undefined>;
  /** The whole object, whoever made it. `outputs` are what is known of it, such as the other ids in its path. */
  get(definition: Definition, request: Recorded): Promise<ResourceView>;
  /** The same; `undefined` if there is no such object. */
  find(definition: Definition, request: FindRequest): Promise<WholeView | undefined>;
  /** The objects of the account, whole and in the service's order. */
  list(definition: Definition, request?: ListRequest): Promise<WholeView[]>;
  /** Changes the object in place. In a preview, outputs that do not follow from a change stay known. */
  update(definition: Definition, request: UpdateRequest): Promise<ResourceView>;
  /**
   * Deletes the object; if it is gone already, nothing is left to do. A module whose object the last program declared is
   * left to that object, if a program runs that no longer declares it.
   */
  delete(definition: Definition, request: DeleteRequest): Promise<void>;
  /**
   * Ends a run in which another version of this provider may have taken part: what that has deleted though the program
   * configures it is configured again.
   */
  restore(): Promise<void>;
  /** Ends a run: logs what it has left without a module. */
  end(): void;
}
