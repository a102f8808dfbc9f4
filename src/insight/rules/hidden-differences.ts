import { type Difference, isSecretOrHasSecretHeader, WHOLE } from "../change/differences";
import { type ArgumentsChange, argumentChangesOf, type ObjectChange } from "../change/objects";
import { oncePerChange } from "../change/once";
import { type Arguments, valueAt } from "../ingress/arguments";
import { isProtection, moduleTitle } from "../ingress/modules";
import { isForEverybody, oauthUsers } from "../ingress/principals";

/** The differences whose values a preview does not show, and which rule of `hidden-values.ts` finds each. */

export interface HiddenDifference {
  readonly args: Arguments;
  readonly path: string;
  readonly outcome: HiddenOutcome;
  /** The argument in a message, or the module if the module is hidden as a whole. */
  readonly shownAs: string;
}

type HiddenOutcome = Exclude<Difference["outcome"], "changed">;

/** The rule that finds a hidden difference, by what the value is and by how the difference is hidden. */
const ruleByValue = {
  /** The value decides who gets in, to which requests a module applies, or whether a module is in force. */
  decisive: {
    unknown: "protection-not-known",
    secret: "protection-not-known",
    uncertain: "protection-not-known",
  },
  /** The value is a credential, which is always secret. */
  credential: {
    unknown: "not-known",
    secret: "secret-changed",
    uncertain: "secret-uncertain",
  },
  other: {
    unknown: "not-known",
    secret: "not-known",
    uncertain: "secret-uncertain",
  },
} as const;

type ValueKind = keyof typeof ruleByValue;

type HiddenValueRule = (typeof ruleByValue)[ValueKind][HiddenOutcome];

/** The hidden differences of an object and of its modules that a rule finds. */
export const hiddenDifferences = (
  change: ObjectChange,
  ruleId: HiddenValueRule,
): readonly HiddenDifference[] => hiddenDifferencesByRule(change).get(ruleId) ?? [];

const hiddenDifferencesByRule = oncePerChange((change) => {
  const all = argumentChangesOf(change).flatMap(hiddenDifferencesIn);
  return Map.groupBy(all, ({ ruleId }) => ruleId);
});

function hiddenDifferencesIn(
  change: ArgumentsChange,
): (HiddenDifference & { readonly ruleId: HiddenValueRule })[] {
  const { name: module, before, after, retainedBy } = change;
  if (!before || !after || retainedBy) return [];
  return change.differences.flatMap((difference) => {
    const { path, outcome } = difference;
    if (outcome === "changed" || isFoundByProtectionRules(module, difference)) return [];
    if (isHarmless(module, path, before, after)) return [];
    const ruleId = ruleByValue[valueKind(module, before, difference)][outcome];
    const shownAs = path === WHOLE ? moduleTitle(module) : argumentPath(after, path);
    return [{ ruleId, args: after, path, outcome, shownAs }];
  });
}

/** The path of an argument from its resource, such as `oauth.provider`. */
const argumentPath = ({ declaration: { prefix } }: Arguments, path: string): string =>
  prefix === "" ? path : `${prefix}.${path}`;

/** True if `protections.ts` finds a difference: the `enabled` of a protection, but not a secret that moves to another resource. */
const isFoundByProtectionRules = (module: string, { path, outcome }: Difference): boolean =>
  path === "enabled" && isProtection(module) && outcome !== "uncertain";

/** Arguments that neither admit nor stop a request, each after the name of its module. An argument of an object has no name before its dot. */
const HARMLESS = new Set([".description", ".metadata", "compression.enabled"]);

function isHarmless(module: string, path: string, before: Arguments, after: Arguments): boolean {
  if (HARMLESS.has(`${module}.${path}`)) return true;
  // If a login admits everybody before and after the change, no entry of its lists admits more. A list with a hidden entry still shows
  // its other entries.
  const isListOfUsers = module === "oauth" && oauthUsers(before).paths.includes(path);
  return isListOfUsers && admitsEverybody(before) && admitsEverybody(after);
}

const admitsEverybody = (login: Arguments): boolean =>
  oauthUsers(login).principals?.some(isForEverybody) === true;

function valueKind(module: string, before: Arguments, difference: Difference): ValueKind {
  if (difference.row.secret) return "credential";
  return isDecisive(module, before, difference) ? "decisive" : "other";
}

function isDecisive(module: string, before: Arguments, { path, row }: Difference): boolean {
  // The edge and the match decide to which requests the modules of a route apply.
  if (module === "") return ["edgeId", "match", "matchType"].includes(path);
  if (isProtection(module) || ["userAgentFilter", "tlsTermination"].includes(module)) return true;
  // A module that is switched on or off changes how requests are served, even if it protects nothing.
  if (path === WHOLE || path === "enabled") return true;
  // The headers that a module removes may be those by which an upstream knows its users.
  if (row.kind === "headerNames") return true;
  // A header that was secret before is most often a credential of the upstream, which is rotated: it is not decisive.
  return row.kind === "headers" && !isSecretOrHasSecretHeader(row, valueAt(before, path));
}
