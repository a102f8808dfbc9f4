import { type Access, accessOf } from "../ingress/access";
import { type Block, isInForce, isOpaque, textAt, valueAt } from "../ingress/blocks";
import type { Modules } from "../ingress/objects";
import { protections, type Weakness, weaknessesOf, weaknessTitles } from "../ingress/protections";
import { type IngressPolicy, type Violation, violationAt } from "./policy";
import type { PolicyStack } from "./stack";

/** Policies on who may reach what. */

/** Configuration of `route-protected`. */
export interface RouteProtected {
  readonly strength: "weak" | "real";
  readonly exceptions: readonly string[];
}

/** A match, or, with a star at its end, the beginning of matches. */
const isException = (match: string, exceptions: readonly string[]): boolean =>
  exceptions.some((each) => (each.endsWith("*") ? match.startsWith(each.slice(0, -1)) : match === each));

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
    ingress.serving.flatMap(({ route }): Violation[] => {
      const match = route.own && textAt(route.own, "match");
      if (match !== undefined && isException(match, exceptions)) return [];
      const access = accessOf(route);
      return refused[strength].includes(access) ? [violationAt(route.own, problemOf(access, route.effective))] : [];
    }),
};

/** What is known at apply is judged after the apply. */
const refused: Readonly<Record<RouteProtected["strength"], readonly Access[]>> = {
  weak: ["open"],
  real: ["open", "weak"],
};

function problemOf(access: Access, modules: Modules): string {
  const reasons = Object.entries(modules).flatMap(([name, block]) =>
    name in protections && isInForce(block) ? [`${name} ${reasonOf(name, block)}`] : [],
  );
  const found = reasons.length > 0 ? ` (${reasons.join("; ")})` : "";
  return access === "open"
    ? `is open to everybody${found}; protect it, or list its match in \`exceptions\``
    : `is not protected strongly enough${found}; name whom it admits`;
}

const reasonOf = (name: string, block: Block): string =>
  [...new Set(weaknessesOf(name, block).map(({ id }) => weaknessTitles[id]))].join(", ") ||
  "names no users or requests";

/** The modules in force with a weakness. */
const weaknessesIn = ({ ingress }: PolicyStack, ids: readonly Weakness["id"][], todo: string): Violation[] =>
  ingress.objects.flatMap(({ modules }) =>
    Object.entries(modules).flatMap(([module, block]) =>
      module in protections && isInForce(block)
        ? weaknessesOf(module, block)
            .filter((each) => ids.includes(each.id))
            .map(({ id }) => violationAt(block, `${module} ${weaknessTitles[id]}; ${todo}`))
        : [],
    ),
  );

export const noPublicMailDomains: IngressPolicy = {
  title: "Logins admit no public e-mail domain",
  description: "No login admits an e-mail domain in which anyone can get an address, such as gmail.com.",
  severity: "high",
  properties: {},
  defaults: {},
  judge: (stack) => weaknessesIn(stack, ["public-domain"], "list e-mail addresses or a domain of your own"),
};

export const noWeakAlgorithms: IngressPolicy = {
  title: "Tokens have a sound signature",
  description:
    "No token validation accepts tokens without a signature, with a shared secret, or with a broken algorithm. Each lists its algorithms.",
  severity: "high",
  properties: {},
  defaults: {},
  judge: (stack) =>
    weaknessesIn(stack, ["weak-algorithm", "no-algorithm", "no-claims"], "list algorithms such as RS256 or ES256 only"),
};

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
