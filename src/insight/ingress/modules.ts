import type { routeModules } from "../../core/definitions/modules";
import { isSet, UNKNOWN } from "../../core/schema/values";
import { type Block, isOpaque, listAt, membersAt, valueAt } from "./blocks";
import { type Audience, entryOf, namesAt, providerPath, usersOf } from "./names";

/** The modules of routes and edges. */
export type ModuleName = keyof typeof routeModules | "mutualTls" | "tlsTermination";

/** The modules that decide who gets in. */
export type ProtectionName =
  | ("oauth" | "saml" | "oidc" | "jwtValidation" | "mutualTls")
  | ("ipRestriction" | "webhookVerification" | "policy");

/** What a protection requires of a request. A protection of another kind does not take its place. */
export type Factor = "credential" | "signature" | "address" | "policy";

export interface ModuleFacts {
  readonly title: string;
  /** The article of the title in a sentence. Default: none. */
  readonly article?: "the";
  /** What its loss means to whoever it kept out. */
  readonly loss?: string;
  /** Of a module that decides who gets in, what it requires, and how strong it is without a flaw. */
  readonly factor?: Factor;
  readonly best?: "weak" | "real";
  /** Paths of the values that decide about its strength. */
  readonly decisive?: readonly string[];
  /** Lists of what it admits, by their paths, and what their elements are. Those of OAuth are in a table of their own. */
  readonly lists?: Readonly<Record<string, string>>;
  /** Arguments that name the party who authenticates, and what it means that one of them changes. */
  readonly identity?: Readonly<Record<string, string>>;
  /** What it does to a request, or whom it admits, as far as its block shows. */
  describe(block: Block): string;
}

type ProtectionFacts = ModuleFacts & Required<Pick<ModuleFacts, "loss" | "factor" | "best">>;

/** A value that is not shown, in a sentence. */
export const opaqueText = (value: unknown): string => (value === UNKNOWN ? "(known at apply)" : "(secret)");

/** A text as people may read it. */
export const shownText = (text: string): string => (isOpaque(text) ? opaqueText(text) : text);

/** The text at a path, or the entries of the list there; else the words for an absent value. */
function says(block: Block, path: string, absent: string): string {
  const value = valueAt(block, path);
  const isText = isSet(value) && !Array.isArray(value);
  const entries = isText ? [String(value)] : (listAt(block, path) ?? []);
  return entries.length === 0 ? absent : entries.map(shownText).join(", ");
}

function loginOf(block: Block): string {
  if (isOpaque(valueAt(block, "provider"))) return `users of a provider ${opaqueText(valueAt(block, "provider"))}`;
  const provider = providerPath(block).replace("provider.", "");
  const admitted = usersOf(block).entries;
  if (!admitted) return `users of ${provider}: the lists of users are not all known`;
  if (admitted.length === 0) return `every user of ${provider}`;
  const lists = Map.groupBy(admitted, ({ noun }) => noun);
  const groups = [...lists].map(([noun, all]) => `${noun} ${all.map(({ text }) => shownText(text)).join(", ")}`);
  return `users of ${provider} in ${groups.join("; ")}`;
}

function rulesOf(block: Block): string {
  const rules = ["inbound", "outbound"].flatMap((direction) => {
    if (!valueAt(block, direction)) return [];
    const action = says(block, `${direction}.actions.type`, "no action");
    return [`${direction}: ${action} for ${says(block, `${direction}.expressions`, "all traffic")}`];
  });
  return rules.join("; ") || "no rule";
}

function headersOf(block: Block): string {
  const add = valueAt(block, "add");
  const added = isOpaque(add) ? opaqueText(add) : membersAt(block, "add").join(", ");
  const removed = says(block, "remove", "");
  const parts = [added && `adds ${added}`, removed && `removes ${removed}`];
  return parts.filter((text) => text !== "").join("; ") || "no header";
}

/** What each module is to all readers, in the order in which reports show the modules. */
export const modules: Readonly<Record<ModuleName, ModuleFacts> & Record<ProtectionName, ProtectionFacts>> = {
  tlsTermination: {
    title: "TLS termination",
    describe: (block) => `TLS ${says(block, "minVersion", "in the service's default version")} or newer`,
  },
  mutualTls: {
    title: "mutual TLS",
    loss: "clients no longer need a certificate",
    factor: "credential",
    best: "real",
    decisive: ["certificateAuthorityIds"],
    lists: { certificateAuthorityIds: "certificate authorities" },
    describe: (block) => `clients with a certificate of ${says(block, "certificateAuthorityIds", "any authority")}`,
  },
  ipRestriction: {
    title: "restriction of addresses",
    article: "the",
    loss: "every source address is allowed",
    factor: "address",
    best: "real",
    decisive: ["ipPolicyIds"],
    lists: { ipPolicyIds: "IP policies" },
    describe: (block) => `source addresses in the IP policies ${says(block, "ipPolicyIds", "(none listed)")}`,
  },
  oauth: {
    title: "login (OAuth)",
    loss: "login (OAuth) is no longer required",
    factor: "credential",
    best: "real",
    decisive: ["provider"],
    describe: loginOf,
  },
  saml: {
    title: "login (SAML)",
    loss: "login (SAML) is no longer required",
    factor: "credential",
    best: "real",
    decisive: ["authorizedGroups"],
    lists: { authorizedGroups: "groups" },
    identity: { idpMetadata: "another SAML identity provider, or other metadata of it, signs users in" },
    describe: (block) => `members of the groups ${says(block, "authorizedGroups", "(none listed)")}`,
  },
  // It has no list: whoever the provider signs in is admitted.
  oidc: {
    title: "login (OpenID Connect)",
    loss: "login (OpenID Connect) is no longer required",
    factor: "credential",
    best: "weak",
    identity: {
      issuer: "another OpenID provider signs users in",
      clientId: "another client of the OpenID provider signs users in",
    },
    describe: (block) => `users of ${says(block, "issuer", "an issuer")}`,
  },
  jwtValidation: {
    title: "token validation (JWT)",
    loss: "a valid token (JWT) is no longer required",
    factor: "credential",
    best: "real",
    decisive: ["issuer.allowList", "audience.allowList", "jws.allowedAlgorithms"],
    lists: { "issuer.allowList": "issuers", "audience.allowList": "audiences" },
    describe: (block) =>
      `tokens of the issuers ${says(block, "issuer.allowList", "(none listed)")} ` +
      `for the audiences ${says(block, "audience.allowList", "(none listed)")}, ` +
      `signed with ${says(block, "jws.allowedAlgorithms", "any algorithm")}`,
  },
  webhookVerification: {
    title: "webhook verification",
    loss: "webhooks are no longer verified",
    factor: "signature",
    best: "real",
    decisive: ["provider"],
    identity: { provider: "webhooks of another provider are accepted" },
    describe: (block) => `webhooks signed by ${says(block, "provider", "a provider")}`,
  },
  // The API's reference does not show what expressions and actions mean.
  policy: {
    title: "traffic policy",
    article: "the",
    loss: "its traffic policy no longer applies",
    factor: "policy",
    best: "weak",
    decisive: ["inbound", "outbound"],
    describe: rulesOf,
  },
  // No factor: the client chooses what it says of itself.
  userAgentFilter: {
    title: "user-agent filter",
    article: "the",
    loss: "every user agent is allowed",
    describe: (block) => `allows ${says(block, "allow", "all")}, denies ${says(block, "deny", "none")}`,
  },
  circuitBreaker: {
    title: "circuit breaker",
    article: "the",
    describe: (block) =>
      `trips at an error rate of ${says(block, "errorThresholdPercentage", "the service's default")}`,
  },
  requestHeaders: { title: "change of request headers", article: "the", describe: headersOf },
  responseHeaders: { title: "change of response headers", article: "the", describe: headersOf },
  compression: { title: "compression", describe: () => "compresses responses" },
  websocketTcpConverter: { title: "websocket conversion", describe: () => "converts websocket connections to TCP" },
  backend: { title: "backend", article: "the", describe: (block) => says(block, "backendId", opaqueText(UNKNOWN)) },
};

export const moduleNames = Object.keys(modules) as readonly ModuleName[];

/** The facts of a module by its name; `undefined` if there is no such module. */
export const factsOf = (name: string): ModuleFacts | undefined =>
  Object.hasOwn(modules, name) ? modules[name as ModuleName] : undefined;

/** Whether a module decides who gets in. */
export const isProtection = (name: string): name is ProtectionName => factsOf(name)?.factor !== undefined;

export const protectionNames = moduleNames.filter(isProtection);

/** Whom a module admits: the lists of OAuth count together, and each list of another module by itself. */
export const audiencesOf = (name: string, block: Block): Audience[] =>
  name === "oauth"
    ? [usersOf(block)]
    : Object.entries(factsOf(name)?.lists ?? {}).map(([path, noun]) => ({
        paths: [path],
        entries: namesAt(block, path)?.map((text) => entryOf(path, text, path, noun)),
      }));

/** A module in a sentence. */
export function moduleTitle(name: string): string {
  const { title = name, article } = factsOf(name) ?? {};
  return article === undefined ? title : `${article} ${title}`;
}
