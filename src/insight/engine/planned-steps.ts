import { isManagedAfter, isManagedBefore, isOperation } from "./operations";
import { resourceStep, type Step } from "./resource-step";
import { type EngineStep, isDeletionOfReplaced } from "./step";

/** The steps of a plan, in which both sides of a step refer to other resources by the URNs after the change. */
export function plannedSteps(planned: readonly EngineStep[]): Step[] {
  const urnAfter = urnsAfter(planned);
  return planned.flatMap(plannedStep).map((step) => withUrnsAfter(step, urnAfter));
}

/** The planned step of a resource; empty if the stack manages the resource neither before nor after the step. */
function plannedStep(step: EngineStep): Step[] {
  const { op, old, next } = step;
  // `unread.ts` reports an operation that is not known.
  if (!isOperation(op)) return [];
  // The program only looks up the object.
  if (old?.external) return [];
  // An earlier run replaced the object. Its deletion is not a part of this change.
  if (isDeletionOfReplaced(step)) return [];
  // A lookup that replaces a managed object deletes it.
  if (op === "replace" && next?.external)
    return resourceStep({ ...step, op: "delete", next: undefined });
  return resourceStep({
    ...step,
    op,
    old: isManagedBefore(op) ? old : undefined,
    next: isManagedAfter(op) ? next : undefined,
  });
}

/** Finds the URN of a resource after the change by its URN before it. An alias lets a program rename a resource, or move it. */
function urnsAfter(planned: readonly EngineStep[]): (urn: string) => string {
  const renamed = planned.filter(({ urn, urnBefore }) => urn !== urnBefore);
  const newUrns = new Map(renamed.map(({ urn, urnBefore }) => [urnBefore, urn]));
  return (urnBefore) => newUrns.get(urnBefore) ?? urnBefore;
}

function withUrnsAfter(step: Step, urnAfter: (urnBefore: string) => string): Step {
  const { before } = step;
  if (!before) return step;
  const dependencies = Object.entries(before.dependencies).map(([argument, urns]) => [
    argument,
    urns.map(urnAfter),
  ]);
  return {
    ...step,
    before: {
      ...before,
      provider: urnAfter(before.provider),
      deletedWith: before.deletedWith && urnAfter(before.deletedWith),
      dependencies: Object.fromEntries(dependencies),
    },
  };
}
