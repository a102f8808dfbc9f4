import type { Finding } from "../report/finding";
import type { Preview, Step } from "../stack/preview";

/**
 * What to review if only what is changed already is wanted.
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

/** What the refresh of a preview has found, as if it were a change. */
const foundBy = (preview: Preview): Preview => ({ ...preview, kind: "refresh", steps: preview.drift, drift: [] });

/** The same, if something was changed outside Pulumi. */
export const driftOf = (preview: Preview): Preview | undefined =>
  preview.drift.some(({ before, after }) => JSON.stringify(before?.outputs) !== JSON.stringify(after?.outputs))
    ? foundBy(preview)
    : undefined;

/** The whole change: from what the state had before the refresh to what the program asks for. */
export function wholeChange(preview: Preview): Preview {
  const recorded = new Map(preview.drift.map((step) => [step.urn, step.before]));
  const steps = preview.steps.map((step): Step => {
    const before = recorded.get(step.urn);
    return before ? { ...step, op: ["create", "same"].includes(step.op) ? "update" : step.op, before } : step;
  });
  const urns = new Set(steps.map(({ urn }) => urn));
  const gone = preview.drift.filter(({ urn, after }) => !after && !urns.has(urn));
  return { ...preview, drift: [], steps: [...steps, ...gone.map((step): Step => ({ ...step, op: "delete" }))] };
}

/** Tells whether a change ends what a refresh found, by the findings in the whole change. */
export function ends({ steps, drift }: Preview, whole: readonly Finding[]): (finding: Finding) => boolean {
  const left = new Set(whole.map(idOf));
  const urns = new Set([...steps, ...drift.filter(({ after }) => !after)].map(({ urn }) => urn));
  // A resource that the program has renamed is in the plan under another name: nothing is known of it.
  return (finding) => !left.has(idOf(finding)) && urns.has(finding.urn);
}

const idOf = ({ rule, urn, argument }: Finding): string => JSON.stringify([rule.id, urn, argument]);
