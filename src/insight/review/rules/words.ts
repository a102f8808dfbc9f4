import type { routeModules } from "../../../core/definitions/modules";

/** What findings say of a module. */
interface Words {
  readonly name: string;
  /** What its loss means, if it decides who gets in. */
  readonly loss?: string;
}

/** A line for each module, so that nobody adds one without deciding whether it is a protection. */
export const moduleWords: Readonly<Record<keyof typeof routeModules | "mutualTls" | "tlsTermination", Words>> = {
  oauth: { name: "login (OAuth)", loss: "login (OAuth) is no longer required" },
  saml: { name: "login (SAML)", loss: "login (SAML) is no longer required" },
  oidc: { name: "login (OpenID Connect)", loss: "login (OpenID Connect) is no longer required" },
  jwtValidation: { name: "token validation (JWT)", loss: "a valid token (JWT) is no longer required" },
  ipRestriction: { name: "the restriction of addresses", loss: "every source address is allowed" },
  webhookVerification: { name: "webhook verification", loss: "webhooks are no longer verified" },
  policy: { name: "the traffic policy", loss: "its traffic policy no longer applies" },
  mutualTls: { name: "mutual TLS", loss: "clients no longer need a certificate" },
  // A weaker one, by rules of its own: the client chooses what it says of itself.
  userAgentFilter: { name: "the user-agent filter" },
  backend: { name: "the backend" },
  circuitBreaker: { name: "the circuit breaker" },
  compression: { name: "compression" },
  requestHeaders: { name: "the change of request headers" },
  responseHeaders: { name: "the change of response headers" },
  websocketTcpConverter: { name: "websocket conversion" },
  tlsTermination: { name: "TLS termination" },
};

const words: Readonly<Record<string, Words>> = moduleWords;

/** What it means that a module is lost; for a module that is no protection, that every user agent is allowed. */
export const meaningOfLoss = (module: string): string => words[module]?.loss ?? "every user agent is allowed";

/** Whether a module decides who gets in. */
export const isProtection = (module: string): boolean => words[module]?.loss !== undefined;

export const USER_AGENTS = "userAgentFilter";

export const moduleName = (module: string): string => words[module]?.name ?? module;

/** Texts in a sentence. */
export const listed = (items: readonly string[]): string =>
  items.length > 4 ? `${items.slice(0, 3).join(", ")} and ${items.length - 3} more` : items.join(", ");

/** Names in a sentence: `a, b and c`. */
export const joined = (items: readonly string[]): string =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
