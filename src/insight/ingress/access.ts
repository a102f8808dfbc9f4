import type { Configuration } from "./ingress";
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
export function accessOf(object: Pick<Configuration, "effective">): Access {
  const strengths = Object.values(strengthsOf({ modules: object.effective }));
  if (strengths.length === 0) return "open";
  if (strengths.includes("real")) return "protected";
  return strengths.includes("unknown") ? "not known" : "weak";
}

/** Whether an object serves requests of which nothing, for certain, keeps anyone out. */
export const isServedOpen = (object: Configuration): boolean => object.isServing && accessOf(object) === "open";
