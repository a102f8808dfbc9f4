import { type Arguments, isInForce, valueAt } from "./arguments";
import type { Modules } from "./declared-object";
import { flawsOf } from "./flaws";
import { type Factor, modules, protectionFacts, protectionNames } from "./modules";
import { isHidden, type Value } from "./value";

/** The strengths of protections, the weakest first. If a request has to pass several protections, the last of their strengths counts. */
const STRENGTHS = ["nothing", "minimal", "weak", "unknown", "real"] as const;

/**
 * The strength of a protection: `nothing` if it admits every request, `minimal` if it admits everyone who gets an account,
 * `weak` if it admits people or requests that the program does not choose, `real` if it admits what the program names, and
 * `unknown` if a preview does not show it.
 */
export type Strength = (typeof STRENGTHS)[number];

/** The strength of a module: `nothing` if the module is absent or disabled, or is not a protection. */
export function strengthOf(name: string, args: Arguments | undefined): Strength {
  const facts = protectionFacts(name);
  if (!facts || !isInForce(args)) return "nothing";
  if (args.hidden !== undefined) return "unknown";
  const limits = flawsOf(name, args).flatMap(({ strength }) => strength ?? []);
  const weakest = weakestOf([facts.fullStrength, ...limits]);
  if (weakest === "nothing") return "nothing";
  const decisive = ["enabled", ...(facts.decisive ?? [])];
  const isUncertain =
    args.uncertainOwner !== undefined ||
    decisive.some((path) => hasHiddenPart(valueAt(args, path)));
  return isUncertain ? "unknown" : weakest;
}

const weakestOf = (strengths: readonly Strength[]): Strength =>
  STRENGTHS.find((strength) => strengths.includes(strength)) ?? "nothing";

/** True if a part of a value is hidden. A client's secret always is, and does not decide who is admitted. */
function hasHiddenPart(value: Value): boolean {
  if (isHidden(value)) return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([name, member]) => name !== "clientSecret" && hasHiddenPart(member),
  );
}

/** The answer to a question about strengths: `may` if one of them is unknown. */
export type Certainty = "yes" | "may" | "no";

/** Compares two strengths: is the first lower than the second? */
export function isWeaker(strength: Strength, than: Strength): Certainty {
  if (strength === than || than === "nothing") return "no";
  if (strength === "nothing") return "yes";
  if (strength === "unknown" || than === "unknown") return "may";
  return STRENGTHS.indexOf(strength) < STRENGTHS.indexOf(than) ? "yes" : "no";
}

/** The strengths of a route's or edge's modules together, by what they require of a request. */
export type Strengths = Readonly<Partial<Record<Factor, Strength>>>;

const protectionsByFactor = [...Map.groupBy(protectionNames, (name) => modules[name].factor)];

export function strengthsOf(declared: Modules): Strengths {
  const strengths = protectionsByFactor.map(([factor, names]) => [
    factor,
    strongestOf(names.map((name) => strengthOf(name, declared[name]))),
  ]);
  return Object.fromEntries(strengths.filter(([, strength]) => strength !== "nothing"));
}

/** The strength of several protections, all of which a request has to pass. */
const strongestOf = (strengths: readonly Strength[]): Strength =>
  STRENGTHS.findLast((strength) => strengths.includes(strength)) ?? "nothing";

/** Compares the strengths on both sides of a change: is any of them lower after it, so that more requests are admitted? */
export function isAnyWeaker(after: Strengths, before: Strengths): Certainty {
  const comparisons = Object.entries(before).map(([factor, was]) =>
    isWeaker(after[factor as Factor] ?? "nothing", was),
  );
  if (comparisons.includes("yes")) return "yes";
  return comparisons.includes("may") ? "may" : "no";
}

const accessByStrength = {
  nothing: "open",
  minimal: "open",
  weak: "weak",
  unknown: "not known",
  real: "protected",
} as const;

/**
 * The access to an object. `open`: everyone gets in, if need be with an account that anyone can create. `weak`: users or requests
 * get in that the program does not name. `protected`: a protection names whom it admits. `not known`: only an apply, or whoever
 * knows a secret, can decide.
 */
export type Access = (typeof accessByStrength)[Strength];

/** The access to an object, by all modules that a request has to pass, of the route and of its edge. */
export const accessOf = ({ effective }: { readonly effective: Modules }): Access =>
  accessByStrength[strongestOf(Object.values(strengthsOf(effective)))];
