import type { RuleDescription } from "../report/finding";
import type { Context } from "../rules/context";
import { restored } from "../rules/index";
import type { RuleMatch } from "./matches";

/** The words of findings. */

/**
 * The origin of a change.
 * - `planned`: a program is about to make the change.
 * - `refreshed`: a refresh has found it: it was made outside Pulumi. An `up` without `--refresh` compares the program with the state,
 *   and does not revert it.
 * - `notReverted`: it was made outside Pulumi, and the change that is previewed does not revert it.
 * - `reverted`: it was made outside Pulumi, and the change that is previewed reverts it.
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

/** Words a match; `undefined` if its rule ignores drift, and the match is drift. */
export function wordingOf(
  ruleMatch: RuleMatch,
  context: Context,
  origin: ChangeOrigin,
): Wording | undefined {
  const effect = effectOf(ruleMatch);
  if (origin === "planned") return { rule: ruleMatch.rule, effect };
  if (ruleMatch.rule.driftSeverity === "ignored") return undefined;
  const restoring = restoringText(origin, ruleMatch.change.action === "deleted");
  return {
    rule: ruleOfDrift(ruleMatch, context, origin),
    effect: `${effect}; this was changed outside Pulumi; ${restoring}`,
  };
}

/** The message of a match, with its values in the places of the names in braces. */
function effectOf({ rule, match }: RuleMatch): string {
  return formatMessage(rule.messages[match.message] ?? "", match.values);
}

export const formatMessage = (message: string, values: Readonly<Record<string, string>>): string =>
  message.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");

/** The end of a message on an object that was changed or deleted outside Pulumi: it names what restores the object, if anything does. */
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

function ruleOfDrift(
  { rule, change }: RuleMatch,
  context: Context,
  origin: DriftOrigin,
): RuleDescription {
  if (origin === "reverted") return restored;
  const isFunction = typeof rule.driftSeverity === "function";
  const severity = isFunction ? rule.driftSeverity(change, context) : rule.severity;
  const fix = origin === "refreshed" ? fixOfDrift(change.action === "deleted") : rule.fix;
  return { ...rule, severity, fix };
}

const fixOfDrift = (isDeleted: boolean): string =>
  isDeleted
    ? "Run `pulumi up --refresh` to create it again: it gets another id. If the deletion was intended, remove it from the program."
    : "Run `pulumi up --refresh` to restore what the program declares. If the change was intended, make it in the program.";
