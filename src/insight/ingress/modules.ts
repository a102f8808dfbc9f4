import type { routeModules } from "../../core/definitions/modules";
import { isSet } from "../../core/schema/values";
import { type Arguments, hiddenAt, listAt, membersAt, valueAt } from "./arguments";
import { namesAt, type PrincipalList, principalOf, providerPath, usersOf } from "./principals";
import { type Hidden, type Item, isHidden, UNKNOWN } from "./value";

/** The modules of routes and edges. */
export type ModuleName = keyof typeof routeModules | "mutualTls" | "tlsTermination";

/** The modules that decide who gets in. */
export type ProtectionName =
  | ("oauth" | "saml" | "oidc" | "jwtValidation" | "mutualTls")
  | ("ipRestriction" | "webhookVerification" | "policy");

/** The proof that a protection requires of a request. A protection of another kind does not take its place. */
export type Factor = "credential" | "signature" | "address" | "policy";

export interface ModuleFacts {
  readonly title: string;
  /** The article of the title in a sentence. Default: none. */
  readonly article?: "the";
  /** The consequence of losing the protection, as a clause of a message. */
  readonly loss?: string;
  /** The requirement of a protection. */
  readonly factor?: Factor;
  /** The strength of a protection without a flaw. */
  readonly bestStrength?: "weak" | "real";
  /** Paths of the values that decide about its strength. */
  readonly decisive?: readonly string[];
  /** Lists of what it admits, by their paths, and what their elements are. Those of OAuth are in a table of their own. */
  readonly lists?: Readonly<Record<string, string>>;
  /** Arguments that name the party who authenticates, and what it means that one of them changes. */
  readonly identity?: Readonly<Record<string, string>>;
  /** Describes its effect on a request, or its principals, as far as its arguments show. */
  describe(args: Arguments): string;
}

type ProtectionFacts = ModuleFacts &
  Required<Pick<ModuleFacts, "loss" | "factor" | "bestStrength">>;

/** The words for a hidden value in a sentence. */
export const hiddenText = (hidden: Hidden): string =>
  hidden === UNKNOWN ? "(known at apply)" : "(secret)";

/** The words for an element of a list. */
export const itemText = (item: Item): string => (isHidden(item) ? hiddenText(item) : item);

/** The text at a path, or the elements of the list there; else the words for an absent value. */
function textOr(args: Arguments, path: string, absent: string): string {
  const value = valueAt(args, path);
  if (isHidden(value)) return hiddenText(value);
  if (isSet(value) && !Array.isArray(value)) return String(value);
  const items = listAt(args, path) ?? [];
  return items.length === 0 ? absent : items.map(itemText).join(", ");
}

function describeLogin(args: Arguments): string {
  const hiddenProvider = hiddenAt(args, "provider");
  if (hiddenProvider) return `users of a provider ${hiddenText(hiddenProvider)}`;
  const provider = providerPath(args).replace("provider.", "");
  const admitted = usersOf(args).principals;
  if (!admitted) return `users of ${provider}: the lists of users are not all known`;
  if (admitted.length === 0) return `every user of ${provider}`;
  const lists = Map.groupBy(admitted, ({ noun }) => noun);
  const groups = [...lists].map(
    ([noun, all]) => `${noun} ${all.map(({ text }) => itemText(text)).join(", ")}`,
  );
  return `users of ${provider} in ${groups.join("; ")}`;
}

function describeRules(args: Arguments): string {
  const rules = ["inbound", "outbound"].flatMap((direction) => {
    if (!valueAt(args, direction)) return [];
    const action = textOr(args, `${direction}.actions.type`, "no action");
    return [
      `${direction}: ${action} for ${textOr(args, `${direction}.expressions`, "all traffic")}`,
    ];
  });
  return rules.join("; ") || "no rule";
}

function describeHeaders(args: Arguments): string {
  const hiddenAdd = hiddenAt(args, "add");
  const added = hiddenAdd ? hiddenText(hiddenAdd) : membersAt(args, "add").join(", ");
  const removed = textOr(args, "remove", "");
  const parts = [added && `adds ${added}`, removed && `removes ${removed}`];
  return parts.filter((text) => text !== "").join("; ") || "no header";
}

/** The facts on each module, in the order in which reports show the modules. */
export const modules: Readonly<
  Record<ModuleName, ModuleFacts> & Record<ProtectionName, ProtectionFacts>
> = {
  tlsTermination: {
    title: "TLS termination",
    describe: (args) =>
      `TLS ${textOr(args, "minVersion", "in the service's default version")} or newer`,
  },
  mutualTls: {
    title: "mutual TLS",
    loss: "clients no longer need a certificate",
    factor: "credential",
    bestStrength: "real",
    decisive: ["certificateAuthorityIds"],
    lists: { certificateAuthorityIds: "certificate authorities" },
    describe: (args) =>
      `clients with a certificate of ${textOr(args, "certificateAuthorityIds", "any authority")}`,
  },
  ipRestriction: {
    title: "restriction of addresses",
    article: "the",
    loss: "every source address is allowed",
    factor: "address",
    bestStrength: "real",
    decisive: ["ipPolicyIds"],
    lists: { ipPolicyIds: "IP policies" },
    describe: (args) =>
      `source addresses in the IP policies ${textOr(args, "ipPolicyIds", "(none listed)")}`,
  },
  oauth: {
    title: "login (OAuth)",
    loss: "login (OAuth) is no longer required",
    factor: "credential",
    bestStrength: "real",
    decisive: ["provider"],
    describe: describeLogin,
  },
  saml: {
    title: "login (SAML)",
    loss: "login (SAML) is no longer required",
    factor: "credential",
    bestStrength: "real",
    decisive: ["authorizedGroups"],
    lists: { authorizedGroups: "groups" },
    identity: {
      idpMetadata: "another SAML identity provider, or other metadata of it, signs users in",
    },
    describe: (args) =>
      `members of the groups ${textOr(args, "authorizedGroups", "(none listed)")}`,
  },
  // It has no list: whoever the provider signs in is admitted.
  oidc: {
    title: "login (OpenID Connect)",
    loss: "login (OpenID Connect) is no longer required",
    factor: "credential",
    bestStrength: "weak",
    identity: {
      issuer: "another OpenID provider signs users in",
      clientId: "another client of the OpenID provider signs users in",
    },
    describe: (args) => `users of ${textOr(args, "issuer", "an issuer")}`,
  },
  jwtValidation: {
    title: "token validation (JWT)",
    loss: "a valid token (JWT) is no longer required",
    factor: "credential",
    bestStrength: "real",
    decisive: ["issuer.allowList", "audience.allowList", "jws.allowedAlgorithms"],
    lists: { "issuer.allowList": "issuers", "audience.allowList": "audiences" },
    describe: (args) =>
      `tokens of the issuers ${textOr(args, "issuer.allowList", "(none listed)")} ` +
      `for the audiences ${textOr(args, "audience.allowList", "(none listed)")}, ` +
      `signed with ${textOr(args, "jws.allowedAlgorithms", "any algorithm")}`,
  },
  webhookVerification: {
    title: "webhook verification",
    loss: "webhooks are no longer verified",
    factor: "signature",
    bestStrength: "real",
    decisive: ["provider"],
    identity: { provider: "webhooks of another provider are accepted" },
    describe: (args) => `webhooks signed by ${textOr(args, "provider", "a provider")}`,
  },
  // The API's reference does not show what expressions and actions mean.
  policy: {
    title: "traffic policy",
    article: "the",
    loss: "its traffic policy no longer applies",
    factor: "policy",
    bestStrength: "weak",
    decisive: ["inbound", "outbound"],
    describe: describeRules,
  },
  // No factor: the client chooses what it says of itself.
  userAgentFilter: {
    title: "user-agent filter",
    article: "the",
    loss: "every user agent is allowed",
    describe: (args) =>
      `allows ${textOr(args, "allow", "all")}, denies ${textOr(args, "deny", "none")}`,
  },
  circuitBreaker: {
    title: "circuit breaker",
    article: "the",
    describe: (args) =>
      `trips at an error rate of ${textOr(args, "errorThresholdPercentage", "the service's default")}`,
  },
  requestHeaders: { title: "change of request headers", article: "the", describe: describeHeaders },
  responseHeaders: {
    title: "change of response headers",
    article: "the",
    describe: describeHeaders,
  },
  compression: { title: "compression", describe: () => "compresses responses" },
  websocketTcpConverter: {
    title: "websocket conversion",
    describe: () => "converts websocket connections to TCP",
  },
  backend: {
    title: "backend",
    article: "the",
    describe: (args) => textOr(args, "backendId", hiddenText(UNKNOWN)),
  },
};

export const moduleNames = Object.keys(modules) as readonly ModuleName[];

/** The facts of a module by its name; `undefined` if there is no such module. */
export const factsOf = (name: string): ModuleFacts | undefined =>
  Object.hasOwn(modules, name) ? modules[name as ModuleName] : undefined;

/** Whether a module decides who gets in. */
export const isProtection = (name: string): name is ProtectionName =>
  factsOf(name)?.factor !== undefined;

export const protectionNames = moduleNames.filter(isProtection);

/** The principals that a module admits: the lists of OAuth count together, and each list of another module by itself. */
export const principalListsOf = (name: string, args: Arguments): PrincipalList[] =>
  name === "oauth"
    ? [usersOf(args)]
    : Object.entries(factsOf(name)?.lists ?? {}).map(([path, noun]) => ({
        paths: [path],
        principals: namesAt(args, path)?.map((text) => principalOf(path, text, path, noun)),
      }));

/** A module in a sentence. */
export function moduleTitle(name: string): string {
  const { title = name, article } = factsOf(name) ?? {};
  return article === undefined ? title : `${article} ${title}`;
}
