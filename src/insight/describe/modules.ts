import type { routeModules } from "../../core/definitions/modules";
import { UNKNOWN } from "../../core/schema/values";
import { admittedBy, providerPath, userLists } from "../ingress/admitted";
import { type Block, isInForce, isOpaque, listAt, membersAt, shown, textAt, valueAt } from "../ingress/blocks";
import { protections, weaknessesOf } from "../ingress/protections";

/** The modules of routes and edges. */
export type ModuleName = keyof typeof routeModules | "mutualTls" | "tlsTermination";

interface Words {
  readonly title: string;
  /** What the module does to a request, or whom it admits, as far as it is known. */
  says(block: Block): string;
}

const AT_APPLY = "(known at apply)";
const HIDDEN = "(secret)";

const opaque = (value: unknown): string => (value === UNKNOWN ? AT_APPLY : HIDDEN);

/** A value in a sentence. */
function textOf(block: Block, path: string, absent: string): string {
  const value = valueAt(block, path);
  if (isOpaque(value)) return opaque(value);
  return value === undefined || value === null || value === "" ? absent : String(value);
}

/** The texts of a list in a sentence. */
function listOf(block: Block, path: string, absent: string): string {
  const items = listAt(block, path);
  if (items === undefined) return opaque(valueAt(block, path));
  return items.length === 0 ? absent : items.map((item) => (isOpaque(item) ? opaque(item) : item)).join(", ");
}

function loginOf(block: Block): string {
  if (isOpaque(valueAt(block, "provider"))) return `users of a provider ${opaque(valueAt(block, "provider"))}`;
  const provider = providerPath(block).replace("provider.", "");
  const admitted = admittedBy(block);
  if (!admitted) return `users of ${provider}: the lists of users are not all known`;
  if (admitted.length === 0) return `every user of ${provider}`;
  const lists = Map.groupBy(admitted, ({ list }) => list);
  const groups = [...lists].map(([list, all]) => `${userLists[list]} ${all.map(({ text }) => text).join(", ")}`);
  return `users of ${provider} in ${groups.join("; ")}`;
}

function rulesOf(block: Block): string {
  const rules = ["inbound", "outbound"].flatMap((direction) => {
    if (!valueAt(block, direction)) return [];
    const action = textOf(block, `${direction}.actions.type`, "no action");
    return [`${direction}: ${action} for ${listOf(block, `${direction}.expressions`, "all traffic")}`];
  });
  return rules.join("; ") || "no rule";
}

const headersOf = (block: Block): string => {
  const add = valueAt(block, "add");
  const added = isOpaque(add) ? opaque(add) : membersAt(block, "add").join(", ");
  const removed = listOf(block, "remove", "");
  return (
    [added && `adds ${added}`, removed && `removes ${removed}`].filter((text) => text !== "").join("; ") || "no header"
  );
};

/** A line for each module, so that nobody adds a module that `edge-ingress explain` passes over. */
export const described: Readonly<Record<ModuleName, Words>> = {
  tlsTermination: {
    title: "TLS termination",
    says: (block) => `TLS ${textOf(block, "minVersion", "in the service's default version")} or newer`,
  },
  mutualTls: {
    title: "mutual TLS",
    says: (block) => `clients with a certificate of ${listOf(block, "certificateAuthorityIds", "any authority")}`,
  },
  ipRestriction: {
    title: "restriction of addresses",
    says: (block) => `source addresses in the IP policies ${listOf(block, "ipPolicyIds", "(none listed)")}`,
  },
  oauth: { title: "login (OAuth)", says: loginOf },
  saml: {
    title: "login (SAML)",
    says: (block) => `members of the groups ${listOf(block, "authorizedGroups", "(none listed)")}`,
  },
  oidc: { title: "login (OpenID Connect)", says: (block) => `users of ${textOf(block, "issuer", "an issuer")}` },
  jwtValidation: {
    title: "token validation (JWT)",
    says: (block) =>
      `tokens of the issuers ${listOf(block, "issuer.allowList", "(none listed)")} ` +
      `for the audiences ${listOf(block, "audience.allowList", "(none listed)")}, ` +
      `signed with ${listOf(block, "jws.allowedAlgorithms", "any algorithm")}`,
  },
  webhookVerification: {
    title: "webhook verification",
    says: (block) => `webhooks signed by ${textOf(block, "provider", "a provider")}`,
  },
  policy: { title: "traffic policy", says: rulesOf },
  userAgentFilter: {
    title: "user-agent filter",
    says: (block) => `allows ${listOf(block, "allow", "all")}, denies ${listOf(block, "deny", "none")}`,
  },
  circuitBreaker: {
    title: "circuit breaker",
    says: (block) => `trips at an error rate of ${textOf(block, "errorThresholdPercentage", "the service's default")}`,
  },
  requestHeaders: { title: "change of request headers", says: headersOf },
  responseHeaders: { title: "change of response headers", says: headersOf },
  compression: { title: "compression", says: () => "compresses responses" },
  websocketTcpConverter: { title: "websocket conversion", says: () => "converts websocket connections to TCP" },
  backend: { title: "backend", says: (block) => textOf(block, "backendId", AT_APPLY) },
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
export const descriptionsOf = (modules: Readonly<Record<string, Block>>): ModuleDescription[] =>
  (Object.keys(described) as ModuleName[]).flatMap((name) => {
    const block = modules[name];
    return block ? [descriptionOf(name, block)] : [];
  });

/** Describes one module. */
export function descriptionOf(name: ModuleName, opaqueAs: Block): ModuleDescription {
  const block = shown(opaqueAs);
  const isUnknown = block.ownerUnknown !== undefined || isOpaque(block.values.enabled);
  return {
    ...{ name, title: described[name].title, declaredBy: block.source.resource, isProtection: name in protections },
    says: block.opaqueAs === undefined ? described[name].says(block) : opaque(block.opaqueAs),
    state: isUnknown ? "unknown" : isInForce(block) ? "on" : "off",
    weaknesses: isInForce(block) ? weaknessesOf(name, block).map(({ says }) => says) : [],
  };
}

/** The backend of a route, if it is known. */
export const backendOf = (modules: Readonly<Record<string, Block>>): string | undefined =>
  modules.backend && textAt(shown(modules.backend), "backendId");
