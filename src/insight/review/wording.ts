import type { RuleDescription, Severity } from "../report/finding";
import type { Context } from "../rules/context";
import { restored } from "../rules/index";
import type { RuleMatch } from "./matches";

/** The wording of findings: the effect in words, and the rule with the severity and the advice that fit the origin of the change. */

/**
 * The origin of a change. All but `planned` are drift, which was made outside Pulumi.
 * - `planned`: the program is about to make the change.
 * - `refreshed`: the preview of a refresh has found the change. An `up` without `--refresh` compares the program with the state, and
 *   does not revert it.
 * - `notReverted`: the preview of an update has found the change, and the update does not revert it.
 * - `reverted`: the preview of an update has found the change, and the update reverts it.
 */
export type ChangeOrigin = "planned" | "refreshed" | "notReverted" | "reverted";

type DriftOrigin = Exclude<ChangeOrigin, "planned">;

/** A match in words. */
export interface Wording {
  /** The rule, with the severity and the advice that fit the origin of the change. */
  readonly rule: RuleDescription;
  /** The effect of the change, in words that follow the name of the object. */
  readonly effect: string;
}

/** The wording of a match; `undefined` if the match is drift that its rule ignores. */
export function wordingOf(
  ruleMatch: RuleMatch,
  context: Context,
  origin: ChangeOrigin,
): Wording | undefined {
  const { match, change } = ruleMatch;
  const effect = formatMessage(ruleMatch.rule.messages[match.message] ?? "", match.values);
  if (origin === "planned") return { rule: ruleMatch.rule, effect };
  if (ruleMatch.rule.driftSeverity === "ignored") return undefined;
  const restoring = restoringText(origin, change.action === "deleted");
  return {
    rule: driftRule(ruleMatch, context, origin),
    effect: `${effect}; this was changed outside Pulumi; ${restoring}`,
  };
}

/** A message with values in place of the names in braces. */
export const formatMessage = (message: string, values: Readonly<Record<string, string>>): string =>
  message.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");

/** The end of a message on drift: what restores the object, if anything does. */
function restoringText(origin: DriftOrigin, isDeleted: boolean): string {
  const verb = isDeleted ? "creates it again" : "restores it";
  switch (origin) {
    case "refreshed":
      return `\`pulumi up --refresh\` ${verb}`;
    case "notReverted":
      return "the change does not restore it";
    case "reverted":
      return `the change ${verb}`;
  }
}

function driftRule(ruleMatch: RuleMatch, context: Context, origin: DriftOrigin): RuleDescription {
  if (origin === "reverted") return restored;
  const { rule, change } = ruleMatch;
  const severity = driftSeverity(ruleMatch, context);
  // The advice of a rule is for the author of a change, whom a mere refresh does not show.
  const fix = origin === "refreshed" ? refreshAdvice(change.action === "deleted") : rule.fix;
  return { ...rule, severity, fix };
}

function driftSeverity({ rule, change }: RuleMatch, context: Context): Severity {
  if (typeof rule.driftSeverity !== "function") return rule.severity;
  return rule.driftSeverity(change, context);
}

const refreshAdvice = (isDeleted: boolean): string =>
  isDeleted
    ? "Run `pulumi up --refresh` to create it again: it gets another id. If the deletion was intended, remove it from the program."
    : "Run `pulumi up --refresh` to restore what the program declares. If the change was intended, make it in the program.";
