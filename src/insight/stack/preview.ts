import { parseUrn } from "../../core/schema/urn";
import { isObject, type Values } from "../../core/schema/values";
import { type RawStep, readDigest } from "./digest";
import { resourceOf, type StackResource } from "./resource";

/** What the engine would do to one resource, or what a refresh has found of it: the operation is `refresh` then. */
export interface Step extends Pick<RawStep, "op" | "urn" | "changed"> {
  readonly before?: StackResource;
  readonly after?: StackResource;
}

/** What `pulumi preview --json` or `pulumi refresh --preview-only --json` reports of one stack. */
export interface Preview {
  /** Whether it shows what an apply would change, or what is changed already: outside Pulumi, as a refresh has found it. */
  readonly kind: "preview" | "refresh";
  readonly project: string;
  readonly stack: string;
  /** Steps of resources that the stack manages before or after. */
  readonly steps: readonly Step[];
  /**
   * What the refresh of `pulumi preview --refresh` has found, before the steps: `before` is what the state had, `after` what
   * is on the server. Empty if there was none.
   */
  readonly drift: readonly Step[];
  /** It shows no resource of any kind, not even the stack itself. */
  readonly isEmpty: boolean;
  /** Number of unchanged resources that it leaves out, because it was made without `--show-sames`. */
  readonly hidden: number;
  readonly config: Values;
}

/** Operations on a resource that the stack has before; `read` is a lookup, whose object belongs to another party from then on. */
const KEEPING = ["same", "update", "replace", "create-replacement"];
const HAS_BEFORE = new Set([...KEEPING, "delete", "delete-replaced", "read"]);
const HAS_AFTER = new Set([...KEEPING, "create", "import", "import-replacement"]);

/**
 * Reads the output of `pulumi preview --json` or `pulumi refresh --preview-only --json`, as a document or as a stream of events.
 *
 * @throws {Error} if the text is something else, or the output of a preview that failed. The message repeats nothing of it.
 */
export function readPreview(text: string): Preview {
  const { steps, config, same } = readDigest(text);
  const { project, stack } = parseUrn(steps[0]?.urn ?? "");
  const common = { project, stack, config, isEmpty: steps.length === 0 };
  if (isOfRefresh(steps)) return { ...common, kind: "refresh", steps: refreshSteps(steps), drift: [], hidden: 0 };
  const sames = steps.filter(({ op }) => op === "same").length;
  const hidden = typeof same === "number" ? Math.max(0, same - sames) : 0;
  return { ...common, kind: "preview", steps: steps.flatMap(plannedStep), drift: driftOf(steps, hidden > 0), hidden };
}

function plannedStep(step: RawStep): Step[] {
  const { op, old, next } = step;
  // A deletion that an earlier run left over is not part of this change.
  if (old?.external === true || (op === "delete" && old?.delete === true)) return [];
  // A lookup that replaces a managed object deletes it.
  if (op === "replace" && next?.external === true) return stepOf({ ...step, op: "delete", next: undefined });
  return stepOf({ ...step, old: HAS_BEFORE.has(op) ? old : undefined, next: HAS_AFTER.has(op) ? next : undefined });
}

/** What a refresh has found of a resource; nothing of what the program only looks up, or an earlier run has left to be deleted. */
const foundStep = (step: RawStep, next: Values | undefined): Step[] =>
  !step.old || step.old.external === true || step.old.delete === true ? [] : stepOf({ ...step, op: "refresh", next });

function stepOf({ op, urn, old, next, changed }: RawStep): Step[] {
  const [before, after] = [old && resourceOf(urn, old), next && resourceOf(urn, next)];
  return before || after ? [{ op, urn, ...(before && { before }), ...(after && { after }), changed }] : [];
}

/**
 * Whether the steps are those of `pulumi refresh --preview-only`. It reports a resource as `refresh` if it is unchanged, else as
 * `update` or `delete`. `pulumi preview --refresh` reports each as `refresh`, and later what it plans.
 */
function isOfRefresh(steps: readonly RawStep[]): boolean {
  const refreshed = new Set(steps.filter(({ op }) => op === "refresh").map(({ urn }) => urn));
  if (refreshed.size > 0) return !steps.some((step) => step.op !== "refresh" && refreshed.has(urnBefore(step)));
  // If each resource is changed, or `--target` names the changed ones. A plan to update has no outputs yet.
  const updates = steps.filter(({ op }) => op === "update");
  return updates.length > 0 && updates.every(({ next }) => hasOutputs(next));
}

/** What a refresh found: `before` is what the state has, `after` what is on the server. */
const refreshSteps = (steps: readonly RawStep[]): Step[] =>
  // With `--run-program`, there are also steps of what the program declares, which a refresh leaves alone.
  steps
    .filter(({ op }) => op !== "same")
    .flatMap((step) => {
      // The new state of an unchanged resource is then what the program declares, without outputs.
      const isDeclared = step.op === "refresh" && step.next && !hasOutputs(step.next);
      return foundStep(step, step.op === "delete" ? undefined : isDeclared ? step.old : step.next);
    });

/**
 * What the refresh of `pulumi preview --refresh` has found. Its own steps show the state before it only; the state after it
 * is what a planned step begins with. A resource without one is gone.
 *
 * @param hidesSames Whether steps are left out, so that a resource without one may be unchanged.
 */
function driftOf(steps: readonly RawStep[], hidesSames: boolean): Step[] {
  const { refresh = [], plan = [] } = Object.groupBy(steps, ({ op }) => (op === "refresh" ? "refresh" : "plan"));
  const planned = Map.groupBy(plan, urnBefore);
  return refresh.flatMap((step) => {
    const plans = planned.get(step.urn) ?? [];
    const isHidden = plans.length === 0 && hidesSames;
    return foundStep({ ...step, changed: [] }, isHidden ? step.old : plans.find(({ old }) => old)?.old);
  });
}

/** The URN that a resource has before: a program may give it another one, by an alias. */
const urnBefore = ({ urn, old }: RawStep): string => (typeof old?.urn === "string" ? old.urn : urn);

const hasOutputs = (state: Values | undefined): boolean =>
  isObject(state?.outputs) && Object.keys(state.outputs).length > 0;
