import { parseUrn } from "../../core/pulumi/urn";
import type { Values } from "../../core/schema/values";
import { readDigest } from "./digest";
import { hasOutputs, kindOf } from "./kind";
import { isManagedAfter, isManagedBefore, isOperation, type Operation } from "./operations";
import { resourceOf, type StackResource } from "./resource";
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
  /** A preview shows what an apply would change; a refresh what was changed already, outside Pulumi. */
  readonly kind: "preview" | "refresh";
  readonly project: string;
  readonly stack: string;
  /** Steps of resources that the stack manages before or after. */
  readonly steps: readonly Step[];
  /** The changes, from the state to the server, that the refresh of `pulumi preview --refresh` has found before the steps. */
  readonly drift: readonly Step[];
  /** It shows no resource of any kind, not even the stack itself. */
  readonly isEmpty: boolean;
  /** Number of unchanged resources that it leaves out, because it was made without `--show-sames`. */
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
    return { ...common, steps: steps.flatMap(foundStep), drift: [], unchangedLeftOut: 0 };
  const planned = steps.filter(({ op }) => op !== "refresh");
  const refreshed = steps.filter(({ op }) => op === "refresh");
  const unchangedLeftOut = countUnchangedLeftOut(planned, changeSummary);
  const present = urnsAfter(planned);
  return {
    ...common,
    unchangedLeftOut,
    steps: planned.flatMap(plannedStep).map((step) => withUrnsAfter(step, present)),
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

function plannedStep({ op, urn, old, next, changed }: EngineStep): Step[] {
  // `unread.ts` reports an operation that is not known.
  if (!isOperation(op)) return [];
  // The program only looks up the object. Or an earlier run left the deletion over, which is not part of this change.
  if (old?.external || (op === "delete" && old?.delete)) return [];
  // A lookup that replaces a managed object deletes it.
  if (op === "replace" && next?.external) return stepOf("delete", urn, changed, old, undefined);
  const before = isManagedBefore(op) ? old : undefined;
  const after = isManagedAfter(op) ? next : undefined;
  return stepOf(op, urn, changed, before, after);
}

/** Gives the URN after the change for the URN before it: an alias lets a program rename a resource, or move it. */
function urnsAfter(planned: readonly EngineStep[]): (urn: string) => string {
  const renamed = planned.filter(({ urn, urnBefore }) => urn !== urnBefore);
  const present = new Map(renamed.map(({ urn, urnBefore }) => [urnBefore, urn]));
  return (urn) => present.get(urn) ?? urn;
}

/** A step whose state before refers to other resources by the URNs that they have after the change, as the state after does. */
function withUrnsAfter(step: Step, present: (urn: string) => string): Step {
  const { before } = step;
  if (!before) return step;
  const dependencies = Object.entries(before.dependencies).map(([argument, urns]) => [
    argument,
    urns.map(present),
  ]);
  return {
    ...step,
    before: {
      ...before,
      provider: present(before.provider),
      deletedWith: before.deletedWith && present(before.deletedWith),
      dependencies: Object.fromEntries(dependencies),
    },
  };
}

/** The result of a refresh for a resource. There is none if the program only looks it up, or an earlier run left it to be deleted. */
function foundStep({ op, urn, changed, old, next }: EngineStep): Step[] {
  if (!old || old.external || old.delete) return [];
  switch (op) {
    // With `--run-program`, there are also steps of resources that the program declares. A refresh does not change them.
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

/** The results of the refresh of `pulumi preview --refresh`. */
function driftOf(
  refreshed: readonly EngineStep[],
  planned: readonly EngineStep[],
  unchangedLeftOut: number,
): Step[] {
  const plannedByUrn = Map.groupBy(planned, ({ urnBefore }) => urnBefore);
  return refreshed.flatMap((step) => {
    const next = foundState(step, plannedByUrn.get(step.urn), unchangedLeftOut);
    return foundStep({ ...step, changed: [], next });
  });
}

/**
 * The state that a refresh has found. The step of the refresh shows the state before it only; the state after it is the old
 * state of a planned step.
 */
function foundState(
  { old }: EngineStep,
  planned: readonly EngineStep[] | undefined,
  unchangedLeftOut: number,
) {
  if (planned) return planned.find((step) => step.old)?.old;
  // A resource without a planned step is gone, unless the preview leaves out unchanged resources: then it may be among them.
  return unchangedLeftOut === 0 ? undefined : old;
}
