import { hasOutputs } from "./resource";
import { resourceStep, type Step } from "./resource-step";
import type { ResourceState } from "./schemas";
import { type EngineStep, isDeletionOfReplaced } from "./step";

/**
 * The result of a refresh for a resource; empty if the refresh did not look for the object: the program only looks it up or adds it, or an
 * earlier run has left it to be deleted.
 */
export function refreshedStep(step: EngineStep): Step[] {
  const { old, next } = step;
  if (!old || old.external || old.delete) return [];
  switch (step.op) {
    // With `--run-program`, the stack itself and each resource that the program adds have this step. The refresh looked for no object of theirs.
    case "same":
      return [];
    case "delete":
      return resourceStep({ ...step, op: "refresh", next: undefined });
    // With `--run-program`, the new state of an unchanged resource is what the program declares: it has no outputs, and the recorded
    // state is used in its place. Any other new state has outputs.
    case "refresh":
      return resourceStep({ ...step, op: "refresh", next: next && !hasOutputs(next) ? old : next });
    default:
      return resourceStep({ ...step, op: "refresh" });
  }
}

/** The results of the refresh of `pulumi preview --refresh`, also of resources that it found unchanged. */
export function driftOf(
  refreshed: readonly EngineStep[],
  planned: readonly EngineStep[],
  unchangedLeftOut: number,
): Step[] {
  const plannedForObjects = planned.filter((step) => !isDeletionOfReplaced(step));
  const plannedByUrn = Map.groupBy(plannedForObjects, ({ urnBefore }) => urnBefore);
  return refreshed.flatMap((step) => {
    const next = stateAfterRefresh(step, plannedByUrn.get(step.urn), unchangedLeftOut);
    return refreshedStep({ ...step, next });
  });
}

/**
 * The state that a refresh has found; `undefined` if it found nothing. The step of the refresh shows only the state before it, so the
 * state after it is the old state of the planned step.
 */
function stateAfterRefresh(
  { old }: EngineStep,
  planned: readonly EngineStep[] | undefined,
  unchangedLeftOut: number,
): ResourceState | undefined {
  if (planned) return planned.find((step) => step.old)?.old;
  // A resource without a planned step is gone from the server, unless the preview leaves out unchanged resources: then it may be among them.
  return unchangedLeftOut === 0 ? undefined : old;
}
