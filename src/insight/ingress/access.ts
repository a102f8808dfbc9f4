import { type Arguments, valueAt } from "./arguments";
import type { Modules } from "./declared-object";
import { flawsOf } from "./flaws";
import { type Factor, factsOf, modules, protectionNames } from "./modules";
import { isHidden, type Value } from "./value";

/** The strengths of protections. If a request has to pass several, the last of their strengths in this order counts. */
const order = ["nothing", "minimal", "weak", "unknown", "real"] as const;

/**
 * The strength of a protection: `nothing` if it admits every request, `minimal` if it admits everyone who gets an account,
 * `weak` if it admits people or requests that the program does not choose, `real` if it admits what the program names, and
 * `unknown` if a preview does not show it.
 */
export type Strength = (typeof order)[number];

/** The strength of a module; an absent module keeps nothing out. */
export function strengthOf(name: string, args: Arguments | undefined): Strength {
  const { bestStrength: best, decisive = [] } = factsOf(name) ?? {};
  if (!args || !best || args.values.enabled === false) return "nothing";
  if (args.hidden !== undefined) return "unknown";
  const limits: readonly Strength[] = [
    best,
    ...flawsOf(name, args).map(({ strength = best }) => strength),
  ];
  const worst = order.find((each) => limits.includes(each)) ?? best;
  if (worst === "nothing") return worst;
  const isUnresolved = ["enabled", ...decisive].some((path) => hasHiddenPart(valueAt(args, path)));
  return isUnresolved || args.uncertainOwner !== undefined ? "unknown" : worst;
}

/** Whether a part of a value is hidden. A client's secret always is, and does not decide who is admitted. */
function hasHiddenPart(value: Value): boolean {
  if (isHidden(value)) return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([name, member]) => name !== "clientSecret" && hasHiddenPart(member),
  );
}

/** Whether a strength is lower than another strength: `may` if either of them is unknown. */
export function weaker(strength: Strength, than: Strength): "yes" | "may" | "no" {
  if (strength === than || than === "nothing") return "no";
  if (strength === "nothing") return "yes";
  if (strength === "unknown" || than === "unknown") return "may";
  return order.indexOf(strength) < order.indexOf(than) ? "yes" : "no";
}

/** The strengths of a route's or edge's modules together, by what they require of a request. */
export type Strengths = Readonly<Partial<Record<Factor, Strength>>>;

const byFactor = [...Map.groupBy(protectionNames, (name) => modules[name].factor)];

export function strengthsOf(all: Modules): Strengths {
  const strengths = byFactor.map(([factor, names]) => [
    factor,
    strongest(names.map((name) => strengthOf(name, all[name]))),
  ]);
  return Object.fromEntries(strengths.filter(([, strength]) => strength !== "nothing"));
}

/** The strength of several protections, all of which a request has to pass. */
const strongest = (strengths: readonly Strength[]): Strength =>
  order.findLast((each) => strengths.includes(each)) ?? "nothing";

/** Whether `after` may admit a request that `before` rejects, because a strength is lower; `may` as in {@link weaker}. */
export function weakerSet(after: Strengths, before: Strengths): "yes" | "may" | "no" {
  const lower = Object.entries(before).map(([factor, old]) =>
    weaker(after[factor as Factor] ?? "nothing", old),
  );
  if (lower.includes("yes")) return "yes";
  return lower.includes("may") ? "may" : "no";
}

const accesses = {
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
export type Access = (typeof accesses)[Strength];

/** The access to an object, by all modules that a request has to pass, of the route and of its edge. */
export const accessOf = ({ effective }: { readonly effective: Modules }): Access =>
  accesses[strongest(Object.values(strengthsOf(effective)))];
