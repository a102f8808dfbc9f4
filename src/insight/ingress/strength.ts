import { type Block, isOpaque, valueAt } from "./blocks";
import { flawsOf } from "./lint";
import { type Factor, factsOf, modules, protectionNames } from "./modules";
import type { DeclaredObject } from "./objects";

/**
 * How much a protection keeps out: `nothing` if it admits every request, `slight` if it admits everyone who
 * gets an account, `weak` if it admits people or requests that the program does not choose, `real` if it admits what the program names. `unknown` if a preview does not show it.
 */
export type Strength = "nothing" | "slight" | "weak" | "real" | "unknown";

const order = ["nothing", "slight", "weak", "real"] as const;
type Known = (typeof order)[number];

const rank = (strength: Known): number => order.indexOf(strength);

/** The strength of a module; an absent module keeps nothing out. */
export function strengthOf(name: string, block: Block | undefined): Strength {
  const { best, decisive = [] } = factsOf(name) ?? {};
  if (!block || !best || block.values.enabled === false) return "nothing";
  if (block.ownerUnknown !== undefined || block.opaqueAs !== undefined) return "unknown";
  const worst = flawsOf(name, block).reduce<Known>(
    (least, { strength }) => (strength && rank(strength) < rank(least) ? strength : least),
    best,
  );
  if (worst === "nothing") return worst;
  return ["enabled", ...decisive].some((path) => hasOpaque(valueAt(block, path))) ? "unknown" : worst;
}

const hasOpaque = (value: unknown): boolean =>
  isOpaque(value) ||
  (typeof value === "object" &&
    value !== null &&
    Object.entries(value).some(([key, each]) => !isCredential(key) && hasOpaque(each)));

/** Whose value does not decide who is admitted, and which is always a secret. */
const isCredential = (key: string): boolean => key === "clientSecret";

/** Whether a strength is lower than another one: `may` if one of the two is not known. */
export function isWeaker(after: Strength, before: Strength): boolean | "may" {
  if (before === "nothing") return false;
  if (after === "unknown" || before === "unknown") return after === "nothing" || (after === before ? false : "may");
  return rank(after) < rank(before);
}

/** The strengths of a route's or edge's modules together, by what they require of a request. */
export type Strengths = Readonly<Partial<Record<Factor, Strength>>>;

export function strengthsOf(object: Pick<DeclaredObject, "modules">): Strengths {
  const strengths: Partial<Record<Factor, Strength>> = {};
  for (const name of protectionNames) {
    const { factor } = modules[name];
    // A request has to pass all of them: the strongest decides.
    const strength = strongest(strengths[factor] ?? "nothing", strengthOf(name, object.modules[name]));
    if (strength !== "nothing") strengths[factor] = strength;
  }
  return strengths;
}

const strongest = (a: Strength, b: Strength): Strength => {
  if (a === "real" || b === "real") return "real";
  if (a === "unknown" || b === "unknown") return "unknown";
  return rank(a) > rank(b) ? a : b;
};

/** Whether a request that one configuration rejects may be admitted by the other, since that keeps less out. */
export function isWeakerSet(after: Strengths, before: Strengths): boolean | "may" {
  const lower = Object.entries(before).map(([factor, strength]) =>
    isWeaker(after[factor as Factor] ?? "nothing", strength),
  );
  return lower.includes(true) || (lower.includes("may") ? "may" : false);
}
