import type { Operation } from "./operations";
import { readResource, type StackResource } from "./resource";
import type { EngineStep } from "./step";

/** A step that the engine plans for a resource, or, with the operation `refresh`, the result of a refresh. */
export interface Step {
  readonly op: Operation;
  readonly urn: string;
  /** The paths of the arguments that the engine found different. */
  readonly changed: readonly string[];
  readonly before?: StackResource | undefined;
  readonly after?: StackResource | undefined;
}

/** An engine's step whose states are those of resources that the stack manages. */
type ManagedStep = Pick<EngineStep, "urn" | "changed" | "old" | "next"> & {
  readonly op: Operation;
};

/** A step with its states as resources; empty if the stack manages the resource neither before nor after the step. */
export function resourceStep({ op, urn, changed, old, next }: ManagedStep): Step[] {
  if (!old && !next) return [];
  const before = old && readResource(urn, old);
  const after = next && readResource(urn, next);
  return [{ op, urn, changed, before, after }];
}
