import type { ResourceState } from "./schemas";
import type { EngineStep } from "./step";

/**
 * The kind of a preview. No format names the command that printed it, so the steps decide.
 *
 * `pulumi refresh --preview-only` prints one step for each resource: `refresh` if the resource is unchanged, else `update` or
 * `delete`. `pulumi preview --refresh` prints `refresh` for each resource, and later the step that it plans for the resource.
 */
export function kindOf(steps: readonly EngineStep[]): "preview" | "refresh" {
  const refreshed = steps.filter(({ op }) => op === "refresh");
  const planned = steps.filter(({ op }) => op !== "refresh");
  if (refreshed.length > 0) return isOfPlan(refreshed, planned) ? "preview" : "refresh";
  return hasFoundUpdates(planned) ? "refresh" : "preview";
}

/** A plan that follows a refresh has a step for a resource that was refreshed, under the URN before the plan. */
function isOfPlan(refreshed: readonly EngineStep[], planned: readonly EngineStep[]): boolean {
  const urns = new Set(planned.map(({ urnBefore }) => urnBefore));
  return refreshed.some(({ urn }) => urns.has(urn));
}

/**
 * A refresh has no step `refresh` if each resource is changed, or `--target` names the changed resources. Its updates have the
 * outputs that the server returned; an update that is only planned has none yet.
 */
function hasFoundUpdates(planned: readonly EngineStep[]): boolean {
  const updates = planned.filter(({ op }) => op === "update");
  return updates.length > 0 && updates.every(({ next }) => hasOutputs(next));
}

export const hasOutputs = (state: ResourceState | undefined): boolean =>
  Object.keys(state?.outputs ?? {}).length > 0;
