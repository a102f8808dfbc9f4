import { tlsVersions } from "../expectations/expectation";
import { type Access, accessOf } from "../ingress/access";
import { type Block, isInForce, isOpaque, textAt, valueAt } from "../ingress/blocks";
import { edgesOf, type IngressObject } from "../ingress/ingress";
import type { Modules } from "../ingress/kinds";
import { flawsOf } from "../ingress/lint";
import { isProtection } from "../ingress/modules";
import { tlsVersionOf } from "../ingress/tls";
import { choiceOf, integerOf, listOf, policyOf, type Violation, violationAt } from "./policy";

/** Policies with a limit that a pack chooses. */

/** A match, or, with a star at its end, the beginning of matches. What only resolves to such a path is no exception. */
const isException = (match: string, exceptions: readonly string[]): boolean =>
  exceptions.some((each) => (each.endsWith("*") ? startsPlainly(match, each.slice(0, -1)) : match === each));

/** Whether a match has a beginning, also for a backend that resolves dot segments, codes and backslashes in paths. */
const startsPlainly = (match: string, beginning: string): boolean =>
  match.startsWith(beginning) && !/(^|[/\\])\.{1,2}([/\\]|$)|%|\\/.test(match.slice(match.indexOf("/")));

export const routeProtected = policyOf({
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
    exceptions: listOf<string>("string", "Matches of routes that may be open. A star at the end stands for anything."),
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
});

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

export const tlsMinimum = policyOf({
  title: "Edges accept no old version of TLS",
  description:
    "Every HTTPS edge whose TLS termination the stack configures states a lowest version that is recent enough.",
  severity: "high",
  properties: {
    version: choiceOf(tlsVersions, "1.2", "The oldest version that edges may accept."),
    required: {
      ...{ type: "boolean", default: false as boolean },
      description: "Whether each edge with a route of the stack needs an HttpsEdgeTlsTermination in the stack.",
    },
  },
  judge: ({ ingress }, { version, required }) =>
    edgesOf(ingress).flatMap((edge): Violation[] => {
      const object = ingress.objects.find(({ kind, key }) => kind === "httpsEdge" && key === edge);
      const block = object?.modules.tlsTermination;
      if (block) return tlsProblem(block, version).map((problem) => violationAt(block, problem));
      const route = ingress.serving.find(({ scope }) => scope.edge === edge)?.route.own;
      return required ? [violationAt(route, "its HTTPS edge has no HttpsEdgeTlsTermination; add one")] : [];
    }),
});

function tlsProblem(block: Block, oldest: string): string[] {
  if (!isInForce(block)) return ["has a disabled TLS termination; enable it"];
  const version = tlsVersionOf(block);
  // The upstream chooses, and the API accepts no lowest version.
  if (isOpaque(valueAt(block, "minVersion")) || version === "upstream") return [];
  const todo = `set minVersion to ${oldest} or newer`;
  if (version === "default") return [`leaves the lowest version of TLS to the service; ${todo}`];
  if (version === "unknown") return [`has a lowest version of TLS that cannot be read; ${todo}`];
  return version < Number(oldest) ? [`accepts an older version of TLS; ${todo}`] : [];
}

export const sessionMaximum = policyOf({
  title: "Session lifetime is limited",
  description: "Every login limits how long a session lasts. A login without a limit has the default of the service.",
  severity: "medium",
  properties: {
    maximumDuration: integerOf(1, 86_400, "Longest session, in seconds."),
    inactivityTimeout: integerOf(0, 0, "Longest time without a request, in seconds. 0: any."),
  },
  judge: ({ ingress }, limits) =>
    ingress.objects.flatMap(({ modules }) =>
      ["oauth", "saml", "oidc"].flatMap((login) =>
        Object.entries(limits).flatMap(([argument, limit]) => {
          const block = modules[login];
          const problem = block && isInForce(block) ? sessionProblem(valueAt(block, argument), limit) : undefined;
          return problem ? [violationAt(block, `${login}.${argument} ${problem}; set 1 to ${limit} s`)] : [];
        }),
      ),
    ),
});

function sessionProblem(value: unknown, limit: number): string | undefined {
  if (limit === 0 || isOpaque(value)) return undefined;
  if (typeof value !== "number") return "is not set";
  // The API's reference does not show what 0 means: it may be without a limit.
  if (value <= 0) return "may be without a limit";
  return value > limit ? "is too long" : undefined;
}
