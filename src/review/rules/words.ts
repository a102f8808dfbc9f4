/** The modules that decide who gets in, and what it means that one is gone. */
export const protections: Readonly<Record<string, string>> = {
  oauth: "login (OAuth) is no longer required",
  saml: "login (SAML) is no longer required",
  oidc: "login (OpenID Connect) is no longer required",
  jwtValidation: "a valid token (JWT) is no longer required",
  ipRestriction: "every source address is allowed",
  webhookVerification: "webhooks are no longer verified",
  policy: "its traffic policy no longer applies",
  mutualTls: "clients no longer need a certificate",
};

/** A weaker one: the client chooses what it says of itself. */
export const USER_AGENTS = "userAgentFilter";

/** The names of modules in findings. */
export const moduleNames: Readonly<Record<string, string>> = {
  oauth: "login (OAuth)",
  saml: "login (SAML)",
  oidc: "login (OpenID Connect)",
  jwtValidation: "token validation (JWT)",
  ipRestriction: "the restriction of addresses",
  webhookVerification: "webhook verification",
  policy: "the traffic policy",
  mutualTls: "mutual TLS",
  userAgentFilter: "the user-agent filter",
  backend: "the backend",
  circuitBreaker: "the circuit breaker",
  compression: "compression",
  requestHeaders: "the change of request headers",
  responseHeaders: "the change of response headers",
  websocketTcpConverter: "websocket conversion",
  tlsTermination: "TLS termination",
};

export const moduleName = (name: string): string => moduleNames[name] ?? name;

/** Texts in a sentence. */
export const listed = (items: readonly string[]): string =>
  items.length > 4 ? `${items.slice(0, 3).join(", ")} and ${items.length - 3} more` : items.join(", ");
