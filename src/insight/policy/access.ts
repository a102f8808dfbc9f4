import { type Access, accessOf } from "../ingress/access";
import { type Block, isInForce, isOpaque, textAt, valueAt } from "../ingress/blocks";
import type { IngressObject } from "../ingress/ingress";
import { flawsOf } from "../ingress/lint";
import { type Flaw, rows } from "../ingress/lint-rows";
import { isProtection } from "../ingress/modules";
import type { Modules } from "../ingress/objects";
import { ALGORITHMS } from "../ingress/token-flaws";
import { type IngressPolicy, type Violation, violationAt } from "./policy";

/** Policies on who may reach what. */

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
    strength: {
      type: "string",
      enum: ["weak", "real"],
      default: "real",
      description: "The least strength. `weak` also accepts logins and policies that name no users.",
    },
    exceptions: {
      type: "array",
      items: { type: "string" },
      default: [],
      description: "Matches of routes that may be open. A star at the end stands for anything.",
    },
  },
  defaults: { strength: "real", exceptions: [] },
  judge: ({ ingress }, { strength, exceptions }) =>
    ingress.objects.filter(servesRequests).flatMap((object): Violation[] => {
      const { kind, key, own, modules, effective } = object;
      // A TCP edge is named by its id.
      const name = kind === "tcpEdge" ? key : own && textAt(own, "match");
      // A match that is known at apply may be an exception.
      if (name === undefined || isException(name, exceptions)) return [];
      const access = accessOf(object);
      return refused[strength].includes(access)
        ? [violationAt(own ?? modules.backend, problemOf(access, effective))]
        : [];
    }),
};

/** A route, or a TCP edge with a backend: no module can protect that. */
const servesRequests = ({ kind, own, modules, isServing }: IngressObject): boolean =>
  isServing && (kind === "httpsEdgeRoute" ? own !== undefined : kind === "tcpEdge" && modules.backend !== undefined);

/** What is known at apply is judged after the apply. */
const refused: Readonly<Record<RouteProtected["strength"], readonly Access[]>> = {
  weak: ["open"],
  real: ["open", "weak"],
};

function problemOf(access: Access, modules: Modules): string {
  const reasons = Object.entries(modules).flatMap(([name, block]) =>
    isProtection(name) && isInForce(block) ? [`${name} ${reasonOf(name, block)}`] : [],
  );
  const found = reasons.length > 0 ? ` (${reasons.join("; ")})` : "";
  return access === "open"
    ? `is open to everybody${found}; protect it, or list its match in \`exceptions\``
    : `is not protected strongly enough${found}; name whom it admits`;
}

const reasonOf = (name: string, block: Block): string => {
  const phrases = flawsOf(name, block).flatMap(({ strength, phrase }) => (strength ? [phrase] : []));
  return [...new Set(phrases)].join(", ") || "names no users or requests";
};

/** A policy that refuses flaws of the lint, whichever module has them. */
const lintPolicy = (
  about: Pick<IngressPolicy, "title" | "description" | "severity">,
  isRefused: (flaw: Flaw) => boolean,
  todo: string,
): IngressPolicy => ({
  ...{ ...about, properties: {}, defaults: {} },
  judge: ({ ingress }) =>
    ingress.objects.flatMap(({ modules }) =>
      Object.entries(modules).flatMap(([module, block]) =>
        flawsOf(module, block)
          .filter(isRefused)
          .map(({ phrase }) => violationAt(block, `${module} ${phrase}; ${todo}`)),
      ),
    ),
});

export const noPublicMailDomains = lintPolicy(
  {
    title: "Logins admit no public e-mail domain",
    description: "No login admits an e-mail domain in which anyone can get an address, such as gmail.com.",
    severity: "high",
  },
  ({ row }) => row === rows.publicDomain,
  "list e-mail addresses or a domain of your own",
);

export const noWeakAlgorithms = lintPolicy(
  {
    title: "Tokens have a sound signature",
    description:
      "No token validation accepts tokens without a signature, with a shared secret, or with a broken algorithm. Each lists its algorithms.",
    severity: "high",
  },
  ({ row, path }) =>
    row === rows.weakAlgorithm ||
    row === rows.unknownAlgorithm ||
    (row === rows.emptyList && (path === "" || path === ALGORITHMS)),
  "list algorithms such as RS256 or ES256 only",
);

export const noAdopt = lintPolicy(
  {
    title: "No resource uses `adopt`",
    description: "No module resource has `adopt: true`, which replaces what was configured elsewhere.",
    severity: "low",
  },
  ({ row }) => row === rows.adopts,
  "remove it after the adoption",
);

/** Configuration of `session-maximum`. */
export interface SessionMaximum {
  readonly maximumDuration: number;
  readonly inactivityTimeout: number;
}

const LOGINS = ["oauth", "saml", "oidc"];

export const sessionMaximum: IngressPolicy<SessionMaximum> = {
  title: "Session lifetime is limited",
  description: "Every login limits how long a session lasts. A login without a limit has the default of the service.",
  severity: "medium",
  properties: {
    maximumDuration: { type: "integer", minimum: 1, default: 86_400, description: "Longest session, in seconds." },
    inactivityTimeout: {
      type: "integer",
      minimum: 0,
      default: 0,
      description: "Longest time without a request, in seconds. 0: any.",
    },
  },
  defaults: { maximumDuration: 86_400, inactivityTimeout: 0 },
  judge: ({ ingress }, limits) =>
    ingress.objects.flatMap(({ modules }) =>
      LOGINS.flatMap((login) => {
        const block = modules[login];
        return block && isInForce(block) ? sessionViolations(login, block, limits) : [];
      }),
    ),
};

const sessionViolations = (login: string, block: Block, limits: SessionMaximum): Violation[] =>
  (["maximumDuration", "inactivityTimeout"] as const).flatMap((argument) => {
    const [limit, value] = [limits[argument], valueAt(block, argument)];
    if (limit === 0 || isOpaque(value)) return [];
    // The API's reference does not show what 0 means: it may be without a limit.
    if (typeof value === "number" && value > 0 && value <= limit) return [];
    const found = typeof value !== "number" ? "is not set" : value > 0 ? "is too long" : "may be without a limit";
    return [violationAt(block, `${login}.${argument} ${found}; set 1 to ${limit} s`)];
  });
