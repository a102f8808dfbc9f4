import { parseUrn } from "../../core/schema/urn";
import { isObject, type Values } from "../../core/schema/values";
import { type RawStep, readDigest } from "./digest";
import { resourceOf, type StackResource } from "./resource";
import type { Unread } from "./unread";

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
  /** What the refresh of `pulumi preview --refresh` has found, before the steps: from the state to the server. Else empty. */
  readonly drift: readonly Step[];
  /** It shows no resource of any kind, not even the stack itself. */
  readonly isEmpty: boolean;
  /** Number of unchanged resources that it leaves out, because it was made without `--show-sames`. */
  readonly hidden: number;
  readonly config: Values;
  /** What it has, or lacks, that this release cannot read. */
  readonly unread: readonly Unread[];
}

/** Operations on a resource that the stack has before and after. */
const KEEPING = ["same", "update", "replace", "create-replacement"];
/** `read` is a lookup: from then on, the object belongs to another party. */
const HAS_BEFORE = new Set([...KEEPING, "delete", "delete-replaced", "read"]);
const HAS_AFTER = new Set([...KEEPING, "create", "import", "import-replacement"]);

/**
 * Reads the output of `pulumi preview --json` or `pulumi refresh --preview-only --json`, as a document or as a stream of events.
 *
 * @throws {Error} if the text is something else, or the output of a preview that failed. The message repeats nothing of it.
 */
export function readPreview(text: string): Preview {
  const { steps, config, same, unread } = readDigest(text);
  const { project, stack } = parseUrn(steps[0]?.urn ?? "");
  const { refresh = [], plan = [] } = Object.groupBy(steps, ({ op }) => (op === "refresh" ? "refresh" : "plan"));
  const isRefresh = isOfRefresh(refresh, plan);
  const sames = plan.filter(({ op }) => op === "same").length;
  const hidden = isRefresh || typeof same !== "number" ? 0 : Math.max(0, same - sames);
  const present = presentUrns(plan);
  return {
    project,
    stack,
    config,
    hidden,
    unread,
    isEmpty: steps.length === 0,
    kind: isRefresh ? "refresh" : "preview",
    steps: isRefresh
      ? steps.flatMap(foundStep)
      : steps.flatMap(plannedStep).map((step) => withPresentUrns(step, present)),
    drift: isRefresh ? [] : driftOf(refresh, plan, hidden),
  };
}

function plannedStep(step: RawStep): Step[] {
  const { op, old, next } = step;
  // A deletion that an earlier run left over is not part of this change.
  if (old?.external === true || (op === "delete" && old?.delete === true)) return [];
  // A lookup that replaces a managed object deletes it.
  if (op === "replace" && next?.external === true) return readStep({ ...step, op: "delete", next: undefined });
  return readStep({ ...step, old: HAS_BEFORE.has(op) ? old : undefined, next: HAS_AFTER.has(op) ? next : undefined });
}

/** Gives the URN after the change for the URN before it: an alias lets a program rename a resource, or move it. */
function presentUrns(plan: readonly RawStep[]): (urn: string) => string {
  const renamed = new Map(
    plan.filter(({ urn, urnBefore }) => urn !== urnBefore).map((step) => [step.urnBefore, step.urn]),
  );
  return (urn) => renamed.get(urn) ?? urn;
}

/** A step whose state before refers to other resources by the URNs that they have after the change, as the state after does. */
function withPresentUrns(step: Step, present: (urn: string) => string): Step {
  const { before } = step;
  if (!before) return step;
  const { provider, deletedWith, dependencies } = before;
  const renamed = Object.entries(dependencies).map(([argument, urns]) => [argument, urns.map(present)]);
  const references = { provider: present(provider), dependencies: Object.fromEntries(renamed) };
  return { ...step, before: { ...before, ...references, ...(deletedWith && { deletedWith: present(deletedWith) }) } };
}

/** What a refresh has found of a resource, unless the program only looks it up, or an earlier run has left it to be deleted. */
function foundStep(step: RawStep): Step[] {
  const { op, old, next } = step;
  // With `--run-program`, there are also steps of what the program declares, which a refresh leaves alone.
  if (op === "same" || !old || old.external === true || old.delete === true) return [];
  if (op === "delete") return readStep({ ...step, op: "refresh", next: undefined });
  // With `--run-program`, the new state of an unchanged resource is what the program declares, without outputs.
  const isDeclared = op === "refresh" && next && !hasOutputs(next);
  return readStep({ ...step, op: "refresh", next: isDeclared ? old : next });
}

function readStep({ op, urn, old, next, changed }: RawStep): Step[] {
  const before = old && resourceOf(urn, old);
  const after = next && resourceOf(urn, next);
  return before || after ? [{ op, urn, ...(before && { before }), ...(after && { after }), changed }] : [];
}

/**
 * Whether the steps are those of `pulumi refresh --preview-only`. It reports a resource as `refresh` if it is unchanged, else as
 * `update` or `delete`. `pulumi preview --refresh` reports each as `refresh`, and later what it plans.
 */
function isOfRefresh(refresh: readonly RawStep[], plan: readonly RawStep[]): boolean {
  const planned = new Set(plan.map(({ urnBefore }) => urnBefore));
  if (refresh.length > 0) return !refresh.some(({ urn }) => planned.has(urn));
  // If each resource is changed, or `--target` names the changed ones. A plan to update has no outputs yet.
  const updates = plan.filter(({ op }) => op === "update");
  return updates.length > 0 && updates.every(({ next }) => hasOutputs(next));
}

/**
 * What the refresh of `pulumi preview --refresh` has found. Its own steps show the state before it only; the state after it
 * is what a planned step begins with. A resource without one is gone, unless steps are hidden: then it may be unchanged.
 */
function driftOf(refresh: readonly RawStep[], plan: readonly RawStep[], hidden: number): Step[] {
  const planned = Map.groupBy(plan, ({ urnBefore }) => urnBefore);
  return refresh.flatMap((step) => {
    const own = planned.get(step.urn);
    const next = own || hidden === 0 ? own?.find(({ old }) => old)?.old : step.old;
    return foundStep({ ...step, changed: [], next });
  });
}

const hasOutputs = (state: Values | undefined): boolean =>
  isObject(state?.outputs) && Object.keys(state.outputs).length > 0;
