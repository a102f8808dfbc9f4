import { type Access, accessOf } from "../ingress/access";
import { type Block, isInForce, textAt } from "../ingress/blocks";
import type { IngressObject } from "../ingress/ingress";
import { flawsOf } from "../ingress/lint";
import { isProtection } from "../ingress/modules";
import type { Modules } from "../ingress/objects";
import { choiceOf, type IngressPolicy, listOf, type Violation, violationAt } from "./policy";

/** Configuration of `route-protected`. */
export interface RouteProtected {
  readonly strength: "weak" | "real";
  readonly exceptions: readonly string[];
}

/** A match, or, with a star at its end, the beginning of matches. What only resolves to such a path is no exception. */
const isException = (match: string, exceptions: readonly string[]): boolean =>
  exceptions.some((each) => (each.endsWith("*") ? startsPlainly(match, each.slice(0, -1)) : match === each));

/** Whether a match has a beginning, also for a backend that resolves dot segments, codes and backslashes in paths. */
const startsPlainly = (match: string, beginning: string): boolean =>
  match.startsWith(beginning) && !/(^|[/\\])\.{1,2}([/\\]|$)|%|\\/.test(match.slice(match.indexOf("/")));

export const routeProtected: IngressPolicy<RouteProtected> = {
  title: "Routes are protected",
  description:
    "Every route that serves traffic requires a login, a token, a client certificate, a signature or a source address. The " +
    "protection names whom it admits.",
  severity: "high",
  properties: {
    strength: choiceOf(
      ["weak", "real"],
      "real",
      "The least strength. `weak` also accepts logins and policies that name no users.",
    ),
    exceptions: listOf("string", "Matches of routes that may be open. A star at the end stands for anything."),
  },
  judge: ({ ingress }, { strength, exceptions }) =>
    ingress.objects.filter(servesRequests).flatMap((object): Violation[] => {
      const { kind, key, own, modules, effective } = object;
      // A TCP edge is named by its id.
      const name = kind === "tcpEdge" ? key : own && textAt(own, "match");
      // A match that is known at apply may be an exception.
      if (name === undefined || isException(name, exceptions)) return [];
      const access = accessOf(object);
      // What is known at apply is judged after the apply.
      const isRefused = access === "open" || (access === "weak" && strength === "real");
      return isRefused ? [violationAt(own ?? modules.backend, problemOf(access, effective))] : [];
    }),
};

/** A route, or a TCP edge with a backend: no module can protect that. */
const servesRequests = ({ kind, own, modules, isServing }: IngressObject): boolean =>
  isServing && (kind === "httpsEdgeRoute" ? own !== undefined : kind === "tcpEdge" && modules.backend !== undefined);

function problemOf(access: Access, modules: Modules): string {
  const reasons = Object.entries(modules).flatMap(([name, block]) =>
    isProtection(name) && isInForce(block) ? [`${name} ${reasonOf(name, block)}`] : [],
  );
  const found = reasons.length > 0 ? ` (${reasons.join("; ")})` : "";
  return access === "open"
    ? `is open to everybody${found}; protect it, or list its match in \`exceptions\``
    : `is not protected strongly enough${found}; name whom it admits`;
}

function reasonOf(name: string, block: Block): string {
  const phrases = flawsOf(name, block).flatMap(({ strength, phrase }) => (strength ? [phrase] : []));
  return [...new Set(phrases)].join(", ") || "names no users or requests";
}
