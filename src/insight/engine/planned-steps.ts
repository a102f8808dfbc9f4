import { isManagedAfter, isManagedBefore, isOperation, type Operation } from "./operations";
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
  if (old?.external) return takenOver({ ...step, op });
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

/**
 * The step of a resource that the program only looked up before the change; empty if the stack does not manage it afterwards, either. The
 * engine creates or imports an object in place of the lookup, and leaves the object that was looked up as it is. The steps of this
 * replacement all show the old state as external; a preview as a document has the step `replace` alone.
 */
function takenOver(step: EngineStep & { readonly op: Operation }): Step[] {
  const { op, next } = step;
  if (!next || next.external || !isManagedAfter(op)) return [];
  // Only an object that exists has an id in a preview: the program imports it.
  const isImported = Boolean(next.importID || next.id);
  return resourceStep({ ...step, op: isImported ? "import" : "create", old: undefined });
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
