import type { Clock } from "../client/wait";
import type { Log } from "../schema/problem";
import type { ReadSetting } from "../schema/read-settings";

/** The options of a provider. A host of providers, such as the plugin, passes them. */
export interface ProviderOptions {
  /** Reads a setting by its name in stack config, such as `edge-ingress:apiKey`. Called when settings are first needed. */
  readonly config: ReadSetting;
  readonly environment: ReadSetting;
  /** Shows a message to the user. The message contains no secrets. */
  readonly log: Log;
  /** The name of the `Provider` that has the settings as arguments, for messages. Default: the stack's config has the settings. */
  readonly providerName?: string;
  /** The URN of that `Provider`. Undefined if the host does not pass it on. */
  readonly providerUrn?: string;
  /** True if the settings are from the running program, and not recorded by the last `pulumi up`. Default: always true. */
  readonly isOfProgram?: () => boolean;
  /** Time and randomness. Default: those of the machine. */
  readonly clock?: Clock;
  /** The address at which the engine of this provider listens, the same for all provider processes of a run. Default: no engine. */
  readonly engineAddress?: string | undefined;
  /** Asks the engine whether it runs a program, because an `up` may check no resource. Default: the engine runs no program. */
  readonly engineHasProgram?: () => Promise<boolean>;
}
