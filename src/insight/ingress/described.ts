import type { routeModules } from "../../core/definitions/modules";
import { UNKNOWN } from "../../core/schema/values";
import { admittedBy, providerPath, userLists } from "./admitted";
import { isInForce, isOpaque, listAt, membersAt, type Part, shown, textAt, valueAt } from "./parts";
import { protections, weaknessesOf } from "./protections";

/** The modules of routes and edges. */
export type ModuleName = keyof typeof routeModules | "mutualTls" | "tlsTermination";

interface Words {
  readonly title: string;
  /** What the module does to a request, or whom it admits, as far as it is known. */
  says(part: Part): string;
}

const AT_APPLY = "(known at apply)";
const HIDDEN = "(secret)";

const opaque = (value: unknown): string => (value === UNKNOWN ? AT_APPLY : HIDDEN);

/** A value in a sentence. */
function textOf(part: Part, path: string, absent: string): string {
  const value = valueAt(part, path);
  if (isOpaque(value)) return opaque(value);
  return value === undefined || value === null || value === "" ? absent : String(value);
}

/** The texts of a list in a sentence. */
function listOf(part: Part, path: string, absent: string): string {
  const items = listAt(part, path);
  if (items === undefined) return opaque(valueAt(part, path));
  return items.length === 0 ? absent : items.map((item) => (isOpaque(item) ? opaque(item) : item)).join(", ");
}

function loginOf(part: Part): string {
  if (isOpaque(valueAt(part, "provider"))) return `users of a provider ${opaque(valueAt(part, "provider"))}`;
  const provider = providerPath(part).replace("provider.", "");
  const admitted = admittedBy(part);
  if (!admitted) return `users of ${provider}: the lists of users are not all known`;
  if (admitted.length === 0) return `every user of ${provider}`;
  const lists = Map.groupBy(admitted, ({ list }) => list);
  const groups = [...lists].map(([list, all]) => `${userLists[list]} ${all.map(({ text }) => text).join(", ")}`);
  return `users of ${provider} in ${groups.join("; ")}`;
}

function rulesOf(part: Part): string {
  const rules = ["inbound", "outbound"].flatMap((direction) => {
    if (!valueAt(part, direction)) return [];
    const action = textOf(part, `${direction}.actions.type`, "no action");
    return [`${direction}: ${action} for ${listOf(part, `${direction}.expressions`, "all traffic")}`];
  });
  return rules.join("; ") || "no rule";
}

const headersOf = (part: Part): string => {
  const add = valueAt(part, "add");
  const added = isOpaque(add) ? opaque(add) : membersAt(part, "add").join(", ");
  const removed = listOf(part, "remove", "");
  return (
    [added && `adds ${added}`, removed && `removes ${removed}`].filter((text) => text !== "").join("; ") || "no header"
  );
};

/** A line for each module, so that nobody adds a module that `edge-ingress explain` passes over. */
export const described: Readonly<Record<ModuleName, Words>> = {
  tlsTermination: {
    title: "TLS termination",
    says: (part) => `TLS ${textOf(part, "minVersion", "in the service's default version")} or newer`,
  },
  mutualTls: {
    title: "mutual TLS",
    says: (part) => `clients with a certificate of ${listOf(part, "certificateAuthorityIds", "any authority")}`,
  },
  ipRestriction: {
    title: "restriction of addresses",
    says: (part) => `source addresses in the IP policies ${listOf(part, "ipPolicyIds", "(none listed)")}`,
  },
  oauth: { title: "login (OAuth)", says: loginOf },
  saml: {
    title: "login (SAML)",
    says: (part) => `members of the groups ${listOf(part, "authorizedGroups", "(none listed)")}`,
  },
  oidc: { title: "login (OpenID Connect)", says: (part) => `users of ${textOf(part, "issuer", "an issuer")}` },
  jwtValidation: {
    title: "token validation (JWT)",
    says: (part) =>
      `tokens of the issuers ${listOf(part, "issuer.allowList", "(none listed)")} ` +
      `for the audiences ${listOf(part, "audience.allowList", "(none listed)")}, ` +
      `signed with ${listOf(part, "jws.allowedAlgorithms", "any algorithm")}`,
  },
  webhookVerification: {
    title: "webhook verification",
    says: (part) => `webhooks signed by ${textOf(part, "provider", "a provider")}`,
  },
  policy: { title: "traffic policy", says: rulesOf },
  userAgentFilter: {
    title: "user-agent filter",
    says: (part) => `allows ${listOf(part, "allow", "all")}, denies ${listOf(part, "deny", "none")}`,
  },
  circuitBreaker: {
    title: "circuit breaker",
    says: (part) => `trips at an error rate of ${textOf(part, "errorThresholdPercentage", "the service's default")}`,
  },
  requestHeaders: { title: "change of request headers", says: headersOf },
  responseHeaders: { title: "change of response headers", says: headersOf },
  compression: { title: "compression", says: () => "compresses responses" },
  websocketTcpConverter: { title: "websocket conversion", says: () => "converts websocket connections to TCP" },
  backend: { title: "backend", says: (part) => textOf(part, "backendId", AT_APPLY) },
};

/** What a module does, whether it is in force, and what weakens it. */
export interface ModuleDescription {
  readonly name: ModuleName;
  readonly title: string;
  readonly says: string;
  /** Whether it decides who gets in. */
  readonly isProtection: boolean;
  readonly state: "on" | "off" | "unknown";
  /** Why it keeps out less than it could. */
  readonly weaknesses: readonly string[];
  /** Class and name of the resource that declares it. */
  readonly declaredBy: string;
}

/** Describes the modules of a route or edge, in the order of the table above: the API's reference shows no order. */
export const descriptionsOf = (modules: Readonly<Record<string, Part>>): ModuleDescription[] =>
  (Object.keys(described) as ModuleName[]).flatMap((name) => {
    const part = modules[name];
    return part ? [descriptionOf(name, part)] : [];
  });

/** Describes one module. */
export function descriptionOf(name: ModuleName, whole: Part): ModuleDescription {
  const part = shown(whole);
  const isUnknown = part.unknownPlace !== undefined || isOpaque(part.values.enabled);
  return {
    ...{ name, title: described[name].title, declaredBy: part.source.resource, isProtection: name in protections },
    says: part.whole === undefined ? described[name].says(part) : opaque(part.whole),
    state: isUnknown ? "unknown" : isInForce(part) ? "on" : "off",
    weaknesses: isInForce(part) ? weaknessesOf(name, part).map(({ says }) => says) : [],
  };
}

/** The backend of a route, if it is known. */
export const backendOf = (modules: Readonly<Record<string, Part>>): string | undefined =>
  modules.backend && textAt(shown(modules.backend), "backendId");
