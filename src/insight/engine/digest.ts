import type { Values } from "../../core/schema/values";
import type { EngineStep } from "./step";
import type { Unread } from "./unread";

/** A preview or a refresh in the same form, whether Pulumi printed a document or a stream of events. */
export interface Digest {
  readonly steps: readonly EngineStep[];
  readonly config: Values;
  /** The number of steps of each operation, including unchanged resources that the steps leave out. */
  readonly changeSummary: Readonly<Record<string, number>>;
  /** The parts that this release does not know. */
  readonly unread: readonly Unread[];
}
