import type { Clock } from "../client/types";
import type { ResourceName } from "../definitions/names";
import type { Checked } from "../schema/check";
import type { Diff } from "../schema/diff";
import type { Log } from "../schema/message";
import type { Lookup } from "../schema/settings";
import type { Values } from "../schema/values";

export { ResourceInitFailed } from "../lifecycle/init-failed";

/** What a provider is made of. */
export interface ProviderOptions {
  /** Reads a setting by its name in stack config, such as `edge-ingress:apiKey`. Read when settings are first needed. */
  readonly config: Lookup;
  readonly environment: Lookup;
  /** Shows the user a message, which holds no secret. */
  readonly log: Log;
  /** The `Provider` whose arguments the settings are, for messages. Default: the settings are those of the stack. */
  readonly providerName?: string;
  /** Whether the settings are those of the running program, not those that the last `pulumi up` recorded. Default: they are. */
  readonly isOfProgram?: () => boolean;
  /** Time and chance. Default: the machine's. */
  readonly clock?: Clock;
  /** Where the engine listens that runs the provider: all provider processes of its run have the same. Default: none. */
  readonly engineAddress?: string | undefined;
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
  /** Paths of values that the program has marked as secret, beside those that the tables say to be. */
  readonly secretPaths?: readonly string[];
  /** Other texts that no message may show. */
  readonly secrets?: readonly string[];
  /** Ends every wait of the call. */
  readonly signal?: AbortSignal;
  /** Milliseconds that the call may take, retries included. Default: the setting. */
  readonly timeoutMs?: number;
  /** Shows the user the call's messages. Default: the provider's. */
  readonly log?: Log;
}

/** An object: what the program may state of it, and all that is known of it. */
export interface ResourceView {
  readonly id: string;
  readonly inputs: Values;
  /** The inputs, and the read-only outputs. */
  readonly outputs: Values;
  /** Of a module: the running program declares the object that it belongs to. */
  readonly isOnDeclared?: boolean;
}

/** An object as the engine's state has it. */
export interface Recorded extends CallOptions {
  readonly id: string;
  readonly outputs: Values;
}

/**
 * The provider, without what any engine wants of its form. Values go in and come out in clear; whoever passes them on
 * marks the secrets by the tables. One is for one run of an engine: it knows which modules the running program asks for.
 *
 * Errors are `EdgeIngressError`s, or a `ResourceInitFailed` with what exists; no message holds a secret.
 */
export interface Provider {
  /** Checks arguments, and the settings with them; `olds` are those of the last program. Sends nothing. */
  check(type: ResourceName, request: CallOptions & { readonly olds: Values; readonly inputs: Values }): Checked;
  /** Compares what is recorded with the arguments of the program, or with those of the last one in a refresh. Sends nothing. */
  diff(type: ResourceName, request: Recorded & { readonly inputs: Values }): Diff;
  /** Makes the object. In a preview nothing is sent, and what only the service knows is unknown. */
  create(
    type: ResourceName,
    request: CallOptions & { readonly inputs: Values; readonly preview?: boolean },
  ): Promise<ResourceView>;
  /** The object as it is now, by what the program states of it; `undefined` if it is gone. */
  read(type: ResourceName, request: Recorded): Promise<ResourceView | undefined>;
  /** The whole object, whoever made it. `outputs` are what is known of it, such as the other ids in its path. */
  get(type: ResourceName, request: Recorded): Promise<ResourceView>;
  /** Every object of the account, or the first `limit` of them, whole and in the service's order. */
  list(type: ResourceName, options?: CallOptions & { readonly limit?: number | undefined }): Promise<ResourceView[]>;
  /** Changes the object in place. In a preview nothing is sent; outputs that do not follow from a change stay known. */
  update(
    type: ResourceName,
    request: Recorded & { readonly inputs: Values; readonly preview?: boolean },
  ): Promise<ResourceView>;
  /**
   * Deletes the object. One that is gone already is what was asked for.
   *
   * @param request `isOnDeclared` is what the state has of the module's last `ResourceView`: such a module goes with the
   * object that it belongs to, if a program runs that does not declare it any more.
   */
  delete(type: ResourceName, request: Recorded & { readonly isOnDeclared?: boolean }): Promise<void>;
  /**
   * Ends a run in which another version of this provider may have taken part: what that has deleted though the program
   * configures it is configured again.
   */
  end(): Promise<void>;
}
