import type { Preview } from "../engine/preview";
import type { Step } from "../engine/resource-step";

/** The steps of a preview that show what was changed outside Pulumi. */

/**
 * The preview of what was changed outside Pulumi alone.
 *
 * @throws {Error} if the preview has not looked at the server.
 */
export function onlyDrift(preview: Preview): Preview {
  if (preview.kind === "refresh" || preview.isEmpty) return { ...preview, kind: "refresh" };
  if (preview.drift.length > 0) return foundBy(preview);
  throw new Error(
    "this is not a preview of a refresh: make it with `pulumi refresh --preview-only --json`, or with `pulumi preview --refresh --json --show-sames`",
  );
}

/** A preview of the changes that the refresh of a preview has found, as if they were to be made. */
const foundBy = (preview: Preview): Preview => ({
  ...preview,
  kind: "refresh",
  steps: preview.drift,
  drift: [],
});

/**
 * The preview of what the refresh of a preview has found; `undefined` if the refresh found no change. A refresh that finds the same
 * outputs changed nothing, even if it prints a step.
 */
export const driftOf = (preview: Preview): Preview | undefined =>
  preview.drift.some(
    ({ before, after }) => JSON.stringify(before?.outputs) !== JSON.stringify(after?.outputs),
  )
    ? foundBy(preview)
    : undefined;

/** The preview of the whole change, from what the state had before the refresh to what the program declares. */
export function wholeChange(preview: Preview): Preview {
  const recorded = new Map(preview.drift.map((step) => [step.urn, step.before]));
  const steps = preview.steps.map((step): Step => {
    const before = recorded.get(step.urn);
    if (!before) return step;
    // Seen from before the refresh, an object that the plan creates again was there, and an unchanged object may differ.
    const op = ["create", "same"].includes(step.op) ? "update" : step.op;
    return { ...step, op, before };
  });
  const urns = new Set(steps.map(({ urn }) => urn));
  const gone = preview.drift.filter(({ urn, after }) => !after && !urns.has(urn));
  return {
    ...preview,
    drift: [],
    steps: [...steps, ...gone.map((step): Step => ({ ...step, op: "delete" }))],
  };
}
