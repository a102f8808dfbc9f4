import type { routeModules } from "../../core/definitions/modules";
import type { Arguments } from "./arguments";
import {
  describeHeaders,
  describeLogin,
  describePolicy,
  hiddenText,
  textOr,
} from "./module-descriptions";
import { UNKNOWN } from "./value";

/** The modules of routes and edges. */
export type ModuleName = keyof typeof routeModules | "mutualTls" | "tlsTermination";

/** The modules that decide who gets in. */
export type ProtectionName =
  | "oauth"
  | "saml"
  | "oidc"
  | "jwtValidation"
  | "mutualTls"
  | "ipRestriction"
  | "webhookVerification"
  | "policy";

/** The proof that a protection requires of a request. A protection of another kind does not take its place. */
export type Factor = "credential" | "signature" | "address" | "policy";

export interface ModuleFacts {
  readonly title: string;
  /** The article of the title in a sentence. Default: none. */
  readonly article?: "the";
  /** The consequence of losing the module, as a clause of a message. Default: a loss has no message of its own. */
  readonly loss?: string;
  /** Describes the effect of the module on a request, or the principals that it admits, as far as its arguments show. */
  describe(args: Arguments): string;
}

export interface ProtectionFacts extends ModuleFacts {
  readonly loss: string;
  readonly factor: Factor;
  /** The strength of the protection without a flaw. */
  readonly fullStrength: "weak" | "real";
  /** The paths of the values that decide about the strength. Default: only `enabled` does. */
  readonly decisive?: readonly string[];
  /**
   * The paths of the lists that name whom the protection admits, with nouns for their entries. Default: no list. The lists of OAuth
   * are in a table of `principals.ts`, because they depend on the provider.
   */
  readonly lists?: Readonly<Record<string, string>>;
  /** The arguments that name the party who authenticates, with messages for a change. Default: none. */
  readonly identity?: Readonly<Record<string, string>>;
}

/** The facts on each module, in the order in which reports show the modules. */
export const modules: Readonly<
  Record<Exclude<ModuleName, ProtectionName>, ModuleFacts> & Record<ProtectionName, ProtectionFacts>
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
    fullStrength: "real",
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
    fullStrength: "real",
    decisive: ["ipPolicyIds"],
    lists: { ipPolicyIds: "IP policies" },
    describe: (args) =>
      `source addresses in the IP policies ${textOr(args, "ipPolicyIds", "(none listed)")}`,
  },
  oauth: {
    title: "login (OAuth)",
    loss: "login (OAuth) is no longer required",
    factor: "credential",
    fullStrength: "real",
    decisive: ["provider"],
    describe: describeLogin,
  },
  saml: {
    title: "login (SAML)",
    loss: "login (SAML) is no longer required",
    factor: "credential",
    fullStrength: "real",
    decisive: ["authorizedGroups"],
    lists: { authorizedGroups: "groups" },
    identity: {
      idpMetadata: "another SAML identity provider, or other metadata of it, signs users in",
    },
    describe: (args) =>
      `members of the groups ${textOr(args, "authorizedGroups", "(none listed)")}`,
  },
  // OpenID Connect has no list of users: every user of the provider is admitted.
  oidc: {
    title: "login (OpenID Connect)",
    loss: "login (OpenID Connect) is no longer required",
    factor: "credential",
    fullStrength: "weak",
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
    fullStrength: "real",
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
    fullStrength: "real",
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
    fullStrength: "weak",
    decisive: ["inbound", "outbound"],
    describe: describePolicy,
  },
  // The filter is not a protection: a client chooses the user agent that it sends.
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

/** True for a module that decides who gets in. */
export const isProtection = (name: string): name is ProtectionName =>
  Object.hasOwn(modules, name) && "factor" in modules[name as ModuleName];

export const protectionNames = moduleNames.filter(isProtection);

/** The facts on a protection; `undefined` if the module is not a protection. */
export const protectionFacts = (name: string): ProtectionFacts | undefined =>
  isProtection(name) ? modules[name] : undefined;

/** A module in a sentence. */
export function moduleTitle(name: string): string {
  if (!Object.hasOwn(modules, name)) return name;
  const { title, article } = modules[name as ModuleName];
  return article === undefined ? title : `${article} ${title}`;
}
