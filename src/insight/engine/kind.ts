import { hasOutputs } from "./resource";
import type { EngineStep } from "./step";

/**
 * The kind of a preview. No format names the command that printed it, so the steps decide.
 *
 * `pulumi refresh --preview-only` prints one step for each resource: `refresh` if the resource is unchanged, else `update` or
 * `delete`. `pulumi preview --refresh` prints `refresh` for each resource, and later the step that it plans for the resource.
 */
export function previewKind(steps: readonly EngineStep[]): "preview" | "refresh" {
  const refreshed = steps.filter(({ op }) => op === "refresh");
  const others = steps.filter(({ op }) => op !== "refresh");
  const isPreview =
    refreshed.length > 0 ? hasPlanAfterRefresh(refreshed, others) : !hasFoundUpdates(others);
  return isPreview ? "preview" : "refresh";
}

/** True if a refreshed resource has a second step, the planned one. A program may have given the resource another URN since. */
function hasPlanAfterRefresh(
  refreshed: readonly EngineStep[],
  others: readonly EngineStep[],
): boolean {
  const urns = new Set(others.map(({ urnBefore }) => urnBefore));
  return refreshed.some(({ urn }) => urns.has(urn));
}

/**
 * True if the updates are results of a refresh. A refresh has no step `refresh` if each resource is changed, or if `--target` names
 * the changed resources. Its updates have the outputs that the server returned; an update that is only planned has none yet.
 */
function hasFoundUpdates(steps: readonly EngineStep[]): boolean {
  const updates = steps.filter(({ op }) => op === "update");
  return updates.length > 0 && updates.every(({ next }) => hasOutputs(next));
}
