import { type Access, accessOf } from "../ingress/access";
import { isInForce, textAt } from "../ingress/arguments";
import { flawsOf } from "../ingress/flaws";
import type { IngressObject } from "../ingress/ingress";
import { isProtection } from "../ingress/modules";
import { type Violation, violation } from "./policy";

/** The policy `route-protected`: the access to routes and TCP edges. */

/** The configuration of `route-protected`. */
interface AccessConfig {
  readonly strength: "weak" | "real";
  /** Matches, each on every edge or after the id of an edge; a star at the end stands for anything. */
  readonly exceptions: readonly string[];
}

/** The violation of an object that serves requests, and admits more than the configuration allows. */
export function accessViolations(object: IngressObject, config: AccessConfig): Violation[] {
  const { args, modules, isServing } = object;
  const match = matchOf(object);
  // If a match is known only at apply, it may be an exception, so the route is judged after the apply.
  if (!isServing || match === undefined) return [];
  const edge = args && textAt(args, "edgeId");
  if (config.exceptions.some((exception) => isException(match, edge, exception))) return [];
  // An access that is not known is judged after the apply, too.
  const access = accessOf(object);
  const isRefused = access === "open" || (access === "weak" && config.strength === "real");
  return isRefused ? [violation(args ?? modules.backend, accessProblem(access, object))] : [];
}

/** The match of a route. A TCP edge, which no module can protect, has its id in place of a match if it has a backend. */
function matchOf({ kind, key, args, modules }: IngressObject): string | undefined {
  if (kind === "tcpEdge") return modules.backend && key;
  return args && textAt(args, "match");
}

/** True if an exception names a route. A match that only resolves to a path of the exception is not an exception. */
function isException(match: string, edge: string | undefined, exception: string): boolean {
  // A match has no blanks.
  const [pattern = "", ofEdge] = exception.trim().split(/\s+/).reverse();
  if (ofEdge !== undefined && ofEdge !== edge) return false;
  return pattern.endsWith("*") ? startsPlainly(match, pattern.slice(0, -1)) : match === pattern;
}

/** True if a match has a beginning, also for a backend that resolves dot segments, codes and backslashes in paths. */
const startsPlainly = (match: string, beginning: string): boolean =>
  match.startsWith(beginning) &&
  !/(^|[/\\])\.{1,2}([/\\]|$)|%|\\/.test(match.slice(match.indexOf("/")));

function accessProblem(access: Access, object: IngressObject): string {
  const weaknesses = weaknessesOf(object);
  const found = weaknesses.length > 0 ? ` (${weaknesses.join("; ")})` : "";
  if (access === "open")
    return `is open to everybody${found}; protect it, or list its match in \`exceptions\``;
  return `is not protected strongly enough${found}; name whom it admits`;
}

/** The protections in force of an object, each with the flaws that make it weak. */
const weaknessesOf = ({ effective }: IngressObject): string[] =>
  Object.entries(effective).flatMap(([name, args]) => {
    if (!isProtection(name) || !isInForce(args)) return [];
    const flaws = flawsOf(name, args).filter(({ strength }) => strength !== undefined);
    const summaries = new Set(flaws.map(({ summary }) => summary));
    return [`${name} ${[...summaries].join(", ") || "names no users or requests"}`];
  });
