import { parseUrn } from "../../core/schema/urn";
import type { Values } from "../../core/schema/values";
import { kindOf } from "./kind";
import { isManagedAfter, isManagedBefore, isOperation, type Operation } from "./operations";
import { readDigest } from "./read-digest";
import { hasOutputs, resourceOf, type StackResource } from "./resource";
import type { ResourceState } from "./schemas";
import type { EngineStep } from "./step";
import type { Unread } from "./unread";

/** A step that the engine plans for one resource, or, with the operation `refresh`, the result of a refresh. */
export interface Step {
  readonly op: Operation;
  readonly urn: string;
  /** The paths of the arguments that the engine found different. */
  readonly changed: readonly string[];
  readonly before?: StackResource | undefined;
  readonly after?: StackResource | undefined;
}

/** The report of `pulumi preview --json` or `pulumi refresh --preview-only --json` on one stack. */
export interface Preview {
  /** A preview shows what an apply would change, a refresh what was changed outside Pulumi already. */
  readonly kind: "preview" | "refresh";
  readonly project: string;
  readonly stack: string;
  /** The steps of resources that the stack manages before or after the change. */
  readonly steps: readonly Step[];
  /** The differences between the state and the server that the refresh of `pulumi preview --refresh` has found before the steps. */
  readonly drift: readonly Step[];
  /** True if the preview shows no resource of any kind, not even the stack itself. */
  readonly isEmpty: boolean;
  /** The number of unchanged resources that the preview leaves out, because it was made without `--show-sames`. */
  readonly unchangedLeftOut: number;
  readonly config: Values;
  /** The parts, present or lacking, that this release cannot read. */
  readonly unread: readonly Unread[];
}

/**
 * Reads the output of `pulumi preview --json` or `pulumi refresh --preview-only --json`, as a document or as a stream of events.
 *
 * @throws {Error} if the text is something else, or if the preview failed or is cut off. The message
 * repeats only the errors of a failed preview, and lines that are not part of the JSON.
 */
export function readPreview(text: string): Preview {
  const { steps, config, changeSummary, unread } = readDigest(text);
  const { project, stack } = parseUrn(steps[0]?.urn ?? "");
  const kind = kindOf(steps);
  const common = { kind, project, stack, config, unread, isEmpty: steps.length === 0 };
  if (kind === "refresh")
    return { ...common, steps: steps.flatMap(refreshedStep), drift: [], unchangedLeftOut: 0 };
  const planned = steps.filter(({ op }) => op !== "refresh");
  const refreshed = steps.filter(({ op }) => op === "refresh");
  const unchangedLeftOut = countUnchangedLeftOut(planned, changeSummary);
  return {
    ...common,
    unchangedLeftOut,
    steps: plannedSteps(planned),
    drift: driftOf(refreshed, planned, unchangedLeftOut),
  };
}

/** The number of unchanged resources that the engine counts and, without `--show-sames`, does not print. */
function countUnchangedLeftOut(
  planned: readonly EngineStep[],
  { same = 0 }: Readonly<Record<string, number>>,
): number {
  const printed = planned.filter(({ op }) => op === "same").length;
  return Math.max(0, same - printed);
}

/** The steps of a plan, in which both sides of a step refer to other resources by the URNs after the change. */
function plannedSteps(planned: readonly EngineStep[]): Step[] {
  const urnAfter = urnsAfter(planned);
  return planned.flatMap(plannedStep).map((step) => withUrnsAfter(step, urnAfter));
}

/** The planned step of a resource; empty if the stack manages the resource neither before nor after the step. */
function plannedStep({ op, urn, old, next, changed }: EngineStep): Step[] {
  // `unread.ts` reports an operation that is not known.
  if (!isOperation(op)) return [];
  // The program only looks up the object.
  if (old?.external) return [];
  // An earlier run replaced the object, and left the deletion to this run. It is not a part of this change.
  if (op === "delete" && old?.delete) return [];
  // A lookup that replaces a managed object deletes it.
  if (op === "replace" && next?.external) return stepOf("delete", urn, changed, old, undefined);
  const before = isManagedBefore(op) ? old : undefined;
  const after = isManagedAfter(op) ? next : undefined;
  return stepOf(op, urn, changed, before, after);
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

/** The result of a refresh for a resource; empty if the program only looks it up, or if an earlier run left it to be deleted. */
function refreshedStep({ op, urn, changed, old, next }: EngineStep): Step[] {
  if (!old || old.external || old.delete) return [];
  switch (op) {
    // With `--run-program`, the engine also prints the steps of the program. A refresh does not carry them out.
    case "same":
      return [];
    case "delete":
      return stepOf("refresh", urn, changed, old, undefined);
    // With `--run-program`, the new state of an unchanged resource is what the program declares, without outputs.
    case "refresh":
      return stepOf("refresh", urn, changed, old, next && !hasOutputs(next) ? old : next);
    default:
      return stepOf("refresh", urn, changed, old, next);
  }
}

function stepOf(
  op: Operation,
  urn: string,
  changed: readonly string[],
  old: ResourceState | undefined,
  next: ResourceState | undefined,
): Step[] {
  if (!old && !next) return [];
  return [
    { op, urn, changed, before: old && resourceOf(urn, old), after: next && resourceOf(urn, next) },
  ];
}

/** The changes that the refresh of `pulumi preview --refresh` has found. */
function driftOf(
  refreshed: readonly EngineStep[],
  planned: readonly EngineStep[],
  unchangedLeftOut: number,
): Step[] {
  const plannedByUrn = Map.groupBy(planned, ({ urnBefore }) => urnBefore);
  return refreshed.flatMap((step) => {
    const next = stateAfterRefresh(step, plannedByUrn.get(step.urn), unchangedLeftOut);
    return refreshedStep({ ...step, changed: [], next });
  });
}

/**
 * The state that a refresh has found. The step of the refresh shows only the state before it. The state after it is the old state
 * of the planned step.
 */
function stateAfterRefresh(
  { old }: EngineStep,
  planned: readonly EngineStep[] | undefined,
  unchangedLeftOut: number,
): ResourceState | undefined {
  if (planned) return planned.find((step) => step.old)?.old;
  // A resource without a planned step is gone, unless the preview leaves out unchanged resources: then it may be among them.
  return unchangedLeftOut === 0 ? undefined : old;
}
