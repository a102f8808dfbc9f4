import { type Access, accessOf } from "../ingress/access";
import { hiddenAt, isInForce, textAt } from "../ingress/arguments";
import { flawsOf } from "../ingress/flaws";
import type { IngressObject } from "../ingress/ingress";
import { isProtection } from "../ingress/modules";
import { type Item, isHidden } from "../ingress/value";
import { type Violation, violation } from "./policy";

/** The policy `route-protected`: the access to routes and TCP edges. */

/** The configuration of `route-protected`. */
interface AccessConfig {
  readonly strength: "weak" | "real";
  /** Matches, each on every edge or after the id of an edge; a star at the end stands for anything. */
  readonly exceptions: readonly string[];
}

/**
 * The violation of an object that serves requests, and admits more than the configuration allows. If only an apply will know whether
 * the object is an exception, or who is admitted, the object is judged after the apply.
 */
export function accessViolations(object: IngressObject, config: AccessConfig): Violation[] {
  const { args, modules, isServing } = object;
  const match = matchOf(object);
  if (!isServing || match === undefined) return [];
  const edge = edgeOf(object);
  if (config.exceptions.some((exception) => isException(match, edge, exception))) return [];
  const access = accessOf(object);
  const isRefused = access === "open" || (access === "weak" && config.strength === "real");
  return isRefused ? [violation(args ?? modules.backend, accessProblem(access, object))] : [];
}

/**
 * The match of a route, if it is known. A TCP edge, which no module can protect, has its id in place of a match if it has a
 * backend.
 */
function matchOf({ kind, args, modules }: IngressObject): string | undefined {
  if (kind === "tcpEdge") return modules.backend && textAt(modules.backend, "edgeId");
  return args && textAt(args, "match");
}

/** The id of a route's edge, or the reason why it is hidden. */
const edgeOf = ({ args }: IngressObject): Item | undefined =>
  args && (textAt(args, "edgeId") ?? hiddenAt(args, "edgeId"));

/** True if an exception names a route, or may name it: an edge that only an apply will know may be the edge of the exception. */
function isException(match: string, edge: Item | undefined, exception: string): boolean {
  // A match has no blanks.
  const [pattern = "", ofEdge] = exception.trim().split(/\s+/).reverse();
  const isOnOtherEdge = ofEdge !== undefined && ofEdge !== edge && !isHidden(edge);
  if (isOnOtherEdge) return false;
  return pattern.endsWith("*") ? startsPlainly(match, pattern.slice(0, -1)) : match === pattern;
}

/** The parts of a path that a backend may resolve to another path: dot segments, codes and backslashes. */
const RESOLVED = /(^|[/\\])\.{1,2}([/\\]|$)|%|\\/;

/** True if a match has a beginning, and its path has no part that a backend may resolve. */
function startsPlainly(match: string, beginning: string): boolean {
  const [host = ""] = match.split("/", 1);
  const path = match.slice(host.length);
  return match.startsWith(beginning) && !RESOLVED.test(path);
}

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
