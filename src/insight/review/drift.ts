import type { ObjectChange } from "../change/objects";
import type { Preview, Step } from "../engine/preview";
import { restored } from "../rules/index";
import type { Context, Match, Rule } from "../rules/rule";

/** What was changed outside Pulumi, and how findings of it are worded. */

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

/** What a rule finds of an object. */
export interface RuleMatch {
  readonly rule: Rule;
  readonly change: ObjectChange;
  readonly match: Match;
}

/** What becomes of a change that somebody has made outside Pulumi. */
const endings = {
  /** It is what a refresh finds. An `up` without `--refresh` compares the program with the state, and changes nothing. */
  refreshed: (verb: string) => `\`pulumi up --refresh\` ${verb}`,
  /** The refresh of a preview finds it, and the change that is previewed does not end it: the program has to. */
  notReverted: () => "the change does not restore it",
  /** The change that is previewed ends it. */
  reverted: (verb: string) => `the change ${verb}`,
};

/** Who makes a change, and when: a program is about to make it, or it was made outside Pulumi. */
export type ChangeOrigin = "planned" | keyof typeof endings;

const RESTORE =
  "Run `pulumi up --refresh` to restore what the program declares. If the change was intended, make it in the program.";
const CREATE =
  "Run `pulumi up --refresh` to create it again: it gets another id. If the deletion was intended, remove it from the program.";

/** A match in words: how the rule reads, and what happens, after the name of the object. Nothing if the rule ignores drift. */
export function worded(
  { rule: own, change, match: { message, values } }: RuleMatch,
  context: Context,
  tense: ChangeOrigin,
) {
  const effect = (own.messages[message] ?? "").replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  if (tense === "planned") return { rule: own, effect };
  if (own.ofDrift === "none") return undefined;
  const isGone = change.action === "deleted";
  const ending = endings[tense](isGone ? "creates it again" : "restores it");
  const severity = own.ofDrift?.(change, context) ?? own.severity;
  const restoring = isGone ? CREATE : RESTORE;
  const fix = tense === "refreshed" ? restoring : own.fix;
  return {
    rule: tense === "reverted" ? restored : { ...own, severity, fix },
    effect: `${effect}; this was changed outside Pulumi; ${ending}`,
  };
}
