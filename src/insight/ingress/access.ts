import type { Configuration } from "./ingress";
import { serves } from "./routing";
import { strengthsOf } from "./strength";

/**
 * Who gets in: `open` if everyone does, `weak` if users or requests do that the program does not name, `protected` if a
 * protection names whom it admits, `not known` if only an apply, or whoever knows a secret, can tell.
 */
export type Access = "open" | "weak" | "not known" | "protected";

/**
 * Who gets in, by all that a request has to pass: the modules of the route and those of its edge. A request has to pass
 * each of them, so that the strongest decides.
 */
export function accessOf({ passed }: Pick<Configuration, "passed">): Access {
  const strengths = Object.values(strengthsOf({ modules: passed }));
  if (strengths.length === 0) return "open";
  if (strengths.includes("real")) return "protected";
  return strengths.includes("unknown") ? "not known" : "weak";
}

/** Whether a route serves requests of which nothing, for certain, keeps anyone out. */
export const isServedOpen = (state: Configuration, before?: Configuration): boolean =>
  serves(state, before) && accessOf(state) === "open";
