import { type ArgumentsChange, argumentChangesOf, type ObjectChange } from "../change/objects";
import { summaryOf } from "../change/summary";
import type { Context } from "../rules/context";
import { allRules } from "../rules/index";
import type { Match, Rule } from "../rules/rule";

/** A match, with the rule that found it and the change in which it was found. */
export interface RuleMatch {
  readonly rule: Rule;
  readonly change: ObjectChange;
  readonly match: Match;
}

/** The matches of all rules, the rules of the highest severity first. */
export function matchesOf(context: Context): RuleMatch[] {
  const changes = context.changes.filter((change) => !isUntouched(change, context));
  return allRules.flatMap((rule) =>
    changes.flatMap((change) =>
      [...rule.find(change, context)].map((match) => ({ rule, change, match })),
    ),
  );
}

/**
 * True if an object, its provider and the routes that serve its requests stay the same, so that no rule matches. Most objects of a
 * large stack do, and each rule would look at them in vain. A rule that matches an object for another reason needs a condition here.
 */
function isUntouched(
  change: ObjectChange,
  { reassignedFrom, reassignedTo, provider }: Context,
): boolean {
  if (reassignedFrom.has(change) || reassignedTo.has(change) || summaryOf(change) !== undefined)
    return false;
  return argumentChangesOf(change).every((args) => isUnaffected(args, provider));
}

/** True if equal arguments keep their provider and its settings, and certainly belong to the same object. */
function isUnaffected({ before, after }: ArgumentsChange, provider: Context["provider"]): boolean {
  // An edge has no arguments besides those of its modules. The summary has the arguments that are on only one side.
  if (!before || !after) return true;
  const { isMoved, hasOtherKey } = provider(after.declaration.provider);
  const keepsProvider = before.declaration.provider === after.declaration.provider;
  const keepsSettings = !isMoved && !hasOtherKey;
  const hasCertainOwner = after.uncertainOwner === undefined;
  return keepsProvider && keepsSettings && hasCertainOwner;
}

/** True if a match is in the resource of a module, and not in the resource of the object that has the module. */
export const isInModuleResource = ({ change, match }: RuleMatch): boolean =>
  [change.before.args, change.after.args].every(
    (args) => args?.declaration.urn !== match.declaration.urn,
  );
