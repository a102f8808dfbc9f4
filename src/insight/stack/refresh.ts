import { isObject, type Values } from "../../core/schema/values";
import type { RawStep } from "./digest";
import { resourceOf } from "./resource";
import type { Step } from "./step";

/**
 * Whether the steps are those of `pulumi refresh --preview-only`. It reports a resource as `refresh` if it is unchanged, else as
 * `update` or `delete`. `pulumi preview --refresh` reports each as `refresh`, and later what it plans.
 */
export function isOfRefresh(steps: readonly RawStep[]): boolean {
  const refreshed = new Set(steps.filter(({ op }) => op === "refresh").map(({ urn }) => urn));
  if (refreshed.size > 0) return !steps.some((step) => step.op !== "refresh" && refreshed.has(urnBefore(step)));
  // If each resource is changed, or `--target` names the changed ones. A plan to update has no outputs yet.
  const updates = steps.filter(({ op }) => op === "update");
  return updates.length > 0 && updates.every(({ newState }) => hasOutputs(newState));
}

/** What a refresh found: `before` is what the state has, `after` what is on the server. */
export function refreshSteps(steps: readonly RawStep[]): Step[] {
  // With `--run-program`, there are also steps of what the program declares, which a refresh leaves alone.
  const found = steps.filter(({ op }) => op !== "same");
  return found.flatMap(({ op, urn, oldState, newState, detailedDiff }) => {
    // With `--run-program`, the new state of an unchanged resource is what the program declares, without outputs.
    const isDeclared = op === "refresh" && isObject(newState) && !hasOutputs(newState);
    const after = op === "delete" ? undefined : isDeclared ? oldState : newState;
    return foundStep(urn, oldState, after, isObject(detailedDiff) ? Object.keys(detailedDiff) : []);
  });
}

/**
 * What the refresh of `pulumi preview --refresh` has found. Its own steps show the state before it only; the state after it
 * is what a planned step begins with. A resource without one is gone.
 *
 * @param hidesSames Whether steps are left out, so that a resource without one may be unchanged.
 */
export function driftOf(steps: readonly RawStep[], hidesSames: boolean): Step[] {
  const planned = Map.groupBy(
    steps.filter(({ op }) => op !== "refresh"),
    urnBefore,
  );
  return steps
    .filter(({ op }) => op === "refresh")
    .flatMap(({ urn, oldState }) => {
      const plans = planned.get(urn) ?? [];
      const isHidden = plans.length === 0 && hidesSames;
      return foundStep(
        urn,
        oldState,
        isHidden ? oldState : plans.find((plan) => isObject(plan.oldState))?.oldState,
        [],
      );
    });
}

function foundStep(urn: string, old: unknown, found: unknown, changed: readonly string[]): Step[] {
  // What the program only looks up, or an earlier run has left to be deleted.
  if (!isObject(old) || old.external === true || old.delete === true) return [];
  const after = isObject(found) ? { after: resourceOf(urn, found) } : {};
  return [{ op: "refresh", urn, before: resourceOf(urn, old), ...after, changed }];
}

/** The URN that a resource has before: a program may give it another one, by an alias. */
const urnBefore = ({ urn, oldState }: RawStep): string =>
  isObject(oldState) && typeof oldState.urn === "string" ? oldState.urn : urn;

const hasOutputs = (state: unknown): boolean =>
  isObject(state) && isObject(state.outputs) && Object.keys(state.outputs as Values).length > 0;
