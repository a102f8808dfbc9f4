import { descriptionsOf } from "../ingress/described";
import { isInForce, type Part, textAt, valueAt } from "../ingress/parts";
import { protections, type Weakness, weaknessesOf } from "../ingress/protections";
import { edgeModules } from "../ingress/snapshot";
import { isLower, strengthsOf } from "../ingress/strength";
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
  judge: ({ snapshot }, { strength, exceptions }) =>
    snapshot.servers.flatMap(({ subject: { name, after }, cover }): Violation[] => {
      const match = after.own && textAt(after.own, "match");
      if (match !== undefined && isException(match, exceptions)) return [];
      const modules = { ...edgeModules(cover.edge, snapshot), ...after.modules };
      const strengths = Object.values(strengthsOf({ modules }));
      // What is known at apply is judged after the apply.
      if (strengths.some((each) => isLower(each, strength) !== true)) return [];
      return [violationAt(after.own, `${name} ${accessOf(modules)}`)];
    }),
};

function accessOf(modules: Readonly<Record<string, Part>>): string {
  const weak = descriptionsOf(modules).filter(({ isProtection, state }) => isProtection && state !== "off");
  if (weak.length === 0) return "is open to everybody: protect it, or list its match in `exceptions`";
  const reasons = weak.map(({ title, says, weaknesses }) => `${title}: ${weaknesses.join(", ") || says}`);
  return `is not protected strongly enough (${reasons.join("; ")}): name whom it admits`;
}

/** The modules in force with a weakness. */
const weaknessesIn = ({ snapshot }: PolicyStack, id: Weakness["id"], todo: string): Violation[] =>
  snapshot.subjects.flatMap(({ name, after: { modules } }) =>
    Object.entries(modules).flatMap(([module, part]) =>
      module in protections && isInForce(part)
        ? weaknessesOf(module, part)
            .filter((each) => each.id === id)
            .map(({ says }) => violationAt(part, `${name}: ${says}; ${todo}`))
        : [],
    ),
  );

export const noPublicMailDomains: IngressPolicy = {
  title: "Logins admit no public e-mail domain",
  description: "No login admits an e-mail domain in which anyone can get an address, such as gmail.com.",
  severity: "high",
  properties: {},
  defaults: {},
  judge: (stack) => weaknessesIn(stack, "public-domain", "list e-mail addresses or a domain of your own"),
};

export const noWeakAlgorithms: IngressPolicy = {
  title: "Tokens have a sound signature",
  description:
    "No token validation accepts tokens without a signature, with a shared secret, or with a broken algorithm.",
  severity: "high",
  properties: {},
  defaults: {},
  judge: (stack) => weaknessesIn(stack, "weak-algorithm", "list algorithms such as RS256 or ES256 only"),
};

/** Configuration of `session-maximum`. */
export interface SessionMaximum {
  readonly maximumDuration: number;
  readonly inactivityTimeout: number;
}

const LOGINS = ["oauth", "saml", "oidc"];

export const sessionMaximum: IngressPolicy<SessionMaximum> = {
  title: "Sessions end",
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
  judge: ({ snapshot }, limits) =>
    snapshot.subjects.flatMap(({ name, after: { modules } }) =>
      LOGINS.flatMap((login) => {
        const part = modules[login];
        return part && isInForce(part) ? sessionViolations(name, login, part, limits) : [];
      }),
    ),
};

const sessionViolations = (name: string, login: string, part: Part, limits: SessionMaximum): Violation[] =>
  (["maximumDuration", "inactivityTimeout"] as const).flatMap((argument) => {
    const [limit, value] = [limits[argument], valueAt(part, argument)];
    if (limit === 0 || typeof value === "string") return [];
    if (typeof value === "number" && value <= limit) return [];
    const found = typeof value === "number" ? `is ${value} s` : "is not set";
    return [violationAt(part, `${name}: ${login}.${argument} ${found}; set at most ${limit} s`)];
  });
