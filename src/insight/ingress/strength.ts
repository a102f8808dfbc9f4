import type { Configuration } from "./ingress";
import { isOpaque, type Part, valueAt } from "./parts";
import { type Proof, protections, weaknessesOf } from "./protections";

/**
 * How much a protection keeps out: `nothing` if it admits every request, `slight` if it admits everyone who
 * gets an account, `weak` if it admits people or requests that the program does not choose, `real` if it admits what the program names. `unknown` if a preview does not show it.
 */
export type Strength = "nothing" | "slight" | "weak" | "real" | "unknown";

const order = ["nothing", "slight", "weak", "real"] as const;
type Known = (typeof order)[number];

const rank = (strength: Known): number => order.indexOf(strength);

/** The strength of a module; an absent module keeps nothing out. */
export function strengthOf(name: string, part: Part | undefined): Strength {
  const protection = protections[name];
  if (!part || !protection || part.values.enabled === false) return "nothing";
  if (part.unknownPlace !== undefined || part.whole !== undefined) return "unknown";
  const worst = weaknessesOf(name, part).reduce<Known>(
    (least, { strength }) => (rank(strength) < rank(least) ? strength : least),
    protection.best,
  );
  if (worst === "nothing") return worst;
  return ["enabled", ...protection.decisive].some((path) => hasOpaque(valueAt(part, path))) ? "unknown" : worst;
}

const hasOpaque = (value: unknown): boolean =>
  isOpaque(value) ||
  (typeof value === "object" &&
    value !== null &&
    Object.entries(value).some(([key, each]) => !isCredential(key) && hasOpaque(each)));

/** Whose value does not decide who is admitted, and which is always a secret. */
const isCredential = (key: string): boolean => key === "clientSecret";

/** Whether a strength is lower than another one: `may` if one of the two is not known. */
export function isLower(after: Strength, before: Strength): boolean | "may" {
  if (before === "nothing") return false;
  if (after === "unknown" || before === "unknown") return after === "nothing" || (after === before ? false : "may");
  return rank(after) < rank(before);
}

/** The strengths of a route's or edge's modules together, by what they ask of a request. */
export type Strengths = Readonly<Partial<Record<Proof, Strength>>>;

export function strengthsOf({ modules }: Pick<Configuration, "modules">): Strengths {
  const strengths: Partial<Record<Proof, Strength>> = {};
  for (const [name, { proof }] of Object.entries(protections)) {
    // A request has to pass all of them: the strongest decides.
    const strength = strongest(strengths[proof] ?? "nothing", strengthOf(name, modules[name]));
    if (strength !== "nothing") strengths[proof] = strength;
  }
  return strengths;
}

const strongest = (a: Strength, b: Strength): Strength => {
  if (a === "real" || b === "real") return "real";
  if (a === "unknown" || b === "unknown") return "unknown";
  return rank(a) > rank(b) ? a : b;
};

/** Whether a request that one configuration rejects may be admitted by the other, since that keeps less out. */
export function isLess(after: Strengths, before: Strengths): boolean | "may" {
  const lower = Object.entries(before).map(([proof, strength]) =>
    isLower(after[proof as Proof] ?? "nothing", strength),
  );
  return lower.includes(true) || (lower.includes("may") ? "may" : false);
}
