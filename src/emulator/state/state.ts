import type { FaultPlan } from "../faults";
import type { OptionValues } from "../options/registry";
import type { KnownObjects } from "./fixtures";
import type { IdGenerator } from "./ids";
import type { Journal } from "./journal";
import type { Store } from "./store";

/** Everything that a running emulator knows. */
export interface EmulatorState {
  /** Changed in place by `configure`, so every request reads the present values. */
  readonly options: OptionValues;
  readonly known: KnownObjects;
  readonly store: Store;
  readonly ids: IdGenerator;
  readonly journal: Journal;
  readonly faults: FaultPlan;
  /** API key to account. */
  readonly keys: ReadonlyMap<string, string>;
  readonly now: () => Date;
  /** Aborted when the emulator closes, so that nothing waits on and late failures are not reported. */
  readonly closing: AbortSignal;
}

/** For whom, and as seen from which origin, an operation runs. */
export interface Caller {
  readonly state: EmulatorState;
  readonly account: string;
  /** Scheme, host and port at the beginning of absolute URLs in the response. */
  readonly origin: string;
}
