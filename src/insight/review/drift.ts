import type { Preview } from "../engine/preview";
import type { Step } from "../engine/resource-step";

/** The drift in a preview: the changes that were made outside Pulumi, as the refresh of the preview has found them. */

/**
 * A preview of the drift alone, as if the refresh had been previewed without a change of the program.
 *
 * @throws {Error} if the preview was made without a refresh.
 */
export function onlyDrift(preview: Preview): Preview {
  if (preview.kind === "refresh" || preview.isEmpty) return { ...preview, kind: "refresh" };
  if (preview.drift.length > 0) return withDriftAsSteps(preview);
  throw new Error(
    "this is not a preview of a refresh: make it with `pulumi refresh --preview-only --json`, or with `pulumi preview --refresh --json --show-sames`",
  );
}

/** A preview of the drift; `undefined` if the refresh found no change. */
export const driftIn = (preview: Preview): Preview | undefined =>
  preview.drift.some(isChanged) ? withDriftAsSteps(preview) : undefined;

/** True if a step of a refresh found a change: the engine also prints steps whose outputs are the same. */
const isChanged = ({ before, after }: Step): boolean =>
  JSON.stringify(before?.outputs) !== JSON.stringify(after?.outputs);

const withDriftAsSteps = (preview: Preview): Preview => ({
  ...preview,
  kind: "refresh",
  steps: preview.drift,
  drift: [],
});

/** A preview that compares the state before the refresh with the program, so that drift which the program reverts is no change. */
export function fromStateBeforeRefresh(preview: Preview): Preview {
  const recorded = new Map(preview.drift.map((step) => [step.urn, step.before]));
  const steps = preview.steps.map((step): Step => {
    const before = recorded.get(step.urn);
    if (!before) return step;
    // Before the refresh, the state had the object: an object that the plan creates again is updated, and an unchanged object may
    // differ.
    const op = ["create", "same"].includes(step.op) ? "update" : step.op;
    return { ...step, op, before };
  });
  // The plan has no step for an object that is gone from the server and that the program no longer declares.
  const planned = new Set(steps.map(({ urn }) => urn));
  const deletedAndUndeclared = preview.drift.filter(
    ({ urn, after }) => !after && !planned.has(urn),
  );
  const deletions = deletedAndUndeclared.map((step): Step => ({ ...step, op: "delete" }));
  return { ...preview, drift: [], steps: [...steps, ...deletions] };
}
