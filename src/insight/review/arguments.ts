/** What the review reports of an argument that changes: findings of these rules, or nothing, with the reason. */
export type Judgement = { readonly rules: readonly string[] } | { readonly because: string };

/** Judgements by the paths of arguments; `*` is any of the identity providers, or of the targets of events. */
export type Judgements = Readonly<Record<string, Judgement>>;

const by = (...rules: readonly string[]): Judgement => ({ rules });
const none = (because: string): Judgement => ({ because });

const DESCRIBED = none("for people and programs that read it: the service does not interpret it");
const PROVIDER_ONLY = none("the provider alone reads it");
const LOST = ["protection-removed", "protection-replaced", "protection-may-be-off", "protection-declared-off"] as const;

const described = { description: DESCRIBED, metadata: DESCRIBED };
const USERS = ["allow-list-emptied", "allow-list-exchanged", "allow-list-widened", "allow-list-may-widen"] as const;

const session: Judgements = {
  enabled: by(...LOST),
  optionsPassthrough: by("check-weakened", "protection-not-known"),
  cookiePrefix: none("the name of a cookie: another name signs users out, and admits no user"),
  inactivityTimeout: by("session-longer", "protection-not-known"),
  maximumDuration: by("session-longer", "protection-not-known"),
};

const SWITCH = none("whether responses are compressed opens nothing");
const TUNING = none("how an open circuit is measured: a circuit breaker keeps no user out");

/** By the modules of routes and edges. */
export const moduleJudgements: Readonly<Record<string, Judgements>> = {
  backend: {
    enabled: by("traffic-stopped", "served-unprotected", "backend-stated-open"),
    backendId: by("backend-changed", "not-known"),
  },
  ipRestriction: {
    enabled: by(...LOST),
    ipPolicyIds: by("allow-list-emptied", "allow-list-widened", "protection-not-known"),
  },
  circuitBreaker: {
    enabled: by("circuit-breaker-off"),
    trippedDuration: TUNING,
    rollingWindow: TUNING,
    numBuckets: TUNING,
    volumeThreshold: by("circuit-breaker-sensitive"),
    errorThresholdPercentage: by("circuit-breaker-sensitive"),
  },
  compression: { enabled: SWITCH },
  requestHeaders: {
    enabled: by("identity-asserted"),
    add: by("identity-asserted", "protection-not-known"),
    remove: by("identity-asserted", "protection-not-known"),
  },
  responseHeaders: {
    enabled: by("security-header-dropped"),
    add: by("security-header-dropped", "responses-shared", "identity-asserted", "protection-not-known"),
    remove: by("security-header-dropped", "protection-not-known"),
  },
  webhookVerification: {
    enabled: by(...LOST),
    provider: by("identity-provider-changed", "protection-not-known"),
    secret: by("webhook-secret-removed", "secret-changed", "secret-uncertain", "protection-not-known"),
  },
  oauth: {
    ...session,
    authCheckInterval: by("session-longer", "protection-not-known"),
    "provider.*.clientId": by("identity-provider-changed", "protection-not-known"),
    "provider.*.clientSecret": by("secret-changed", "secret-uncertain"),
    "provider.*.scopes": none("what is asked of the identity provider: whom the lists admit stays the same"),
    "provider.*.emailAddresses": by(...USERS, "protection-not-known"),
    "provider.*.emailDomains": by("public-domain-allowed", ...USERS, "protection-not-known"),
    "provider.*.teams": by(...USERS, "protection-not-known"),
    "provider.*.organizations": by(...USERS, "protection-not-known"),
  },
  saml: {
    ...session,
    idpMetadata: by("identity-provider-changed", "protection-not-known"),
    forceAuthn: by("check-weakened", "protection-not-known"),
    allowIdpInitiated: by("check-weakened", "protection-not-known"),
    authorizedGroups: by("allow-list-emptied", "allow-list-exchanged", "allow-list-widened", "protection-not-known"),
    nameidFormat: none("the form of a user's name: who is admitted follows from groups"),
  },
  oidc: {
    ...session,
    issuer: by("public-issuer-allowed", "identity-provider-changed", "public-issuer-replaced", "protection-not-known"),
    clientId: by("identity-provider-changed", "protection-not-known"),
    clientSecret: by("secret-changed", "secret-uncertain"),
    scopes: none("what is asked of the OpenID provider: whom it signs in stays the same"),
  },
  websocketTcpConverter: { enabled: by("websocket-converter-off") },
  userAgentFilter: {
    enabled: by("user-agent-filter-removed"),
    allow: by("user-agents-widened", "protection-not-known"),
    deny: by("user-agents-widened", "protection-not-known"),
  },
  jwtValidation: {
    enabled: by(...LOST),
    "issuer.allowList": by("allow-list-emptied", "allow-list-widened", "protection-not-known"),
    "audience.allowList": by("allow-list-emptied", "allow-list-widened", "protection-not-known"),
    "http.tokens": by("token-location-changed", "protection-not-known"),
    "jws.allowedAlgorithms": by("weak-algorithm", "allow-list-emptied", "algorithm-added", "protection-not-known"),
    "jws.keys.sources.additionalJkus": by("signing-keys-added", "protection-not-known"),
  },
  policy: {
    enabled: by(...LOST),
    "inbound.name": none("the name of a rule"),
    "inbound.expressions": by("policy-changed", "protection-not-known"),
    "inbound.actions.type": by("policy-emptied", "policy-changed", "protection-not-known"),
    "inbound.actions.config": by("policy-changed", "protection-not-known"),
    "outbound.name": none("the name of a rule"),
    "outbound.expressions": by("policy-changed", "protection-not-known"),
    "outbound.actions.type": by("policy-changed", "protection-not-known"),
    "outbound.actions.config": by("policy-changed", "protection-not-known"),
  },
  mutualTls: {
    enabled: by(...LOST),
    certificateAuthorityIds: by("allow-list-emptied", "allow-list-widened", "protection-not-known"),
  },
  tlsTermination: {
    enabled: by("tls-termination-removed"),
    minVersion: by("tls-obsolete", "tls-lowered", "tls-not-known", "protection-not-known"),
  },
};

const TARGET = by("events-redirected");
const ACCESS = by("events-access-changed");

/** By the types of resources that are objects of their own, and for module resources where their modules are. */
export const objectJudgements: Readonly<Record<string, Judgements>> = {
  AgentIngress: {
    ...described,
    domain: by("ingress-replaced"),
    "certificateManagementPolicy.authority": by("certificate-authority-changed", "certificates-unmanaged"),
    "certificateManagementPolicy.privateKeyType": by("certificate-changed"),
  },
  SshCertificateAuthority: {
    ...described,
    privateKeyType: by("authority-replaced"),
    ellipticCurve: by("authority-replaced"),
    keySize: by("authority-replaced"),
  },
  EventDestination: {
    ...described,
    format: by("events-redirected"),
    "target.*.auth.role.roleArn": ACCESS,
    "target.*.auth.creds.cloudAccessKeyId": ACCESS,
    "target.*.auth.creds.cloudSecretAccessKey": by("secret-changed"),
    "target.*.deliveryStreamArn": TARGET,
    "target.*.streamArn": TARGET,
    "target.*.logGroupArn": TARGET,
    "target.*.apiKey": TARGET,
    "target.*.site": TARGET,
    "target.*.tags": none("sent with events, which go to the same place"),
    "target.*.service": none("sent with events, which go to the same place"),
  },
  HttpsEdgeRoute: {
    ...described,
    edgeId: by("route-moved", "requests-unprotected", "protection-not-known"),
    match: by("route-match-changed", "requests-unprotected", "protection-not-known"),
    matchType: by("route-match-changed", "requests-unprotected", "protection-not-known"),
    retainRemovedModules: by("module-left-behind"),
  },
  "module resources": {
    edgeId: by("protection-removed", "protection-not-known"),
    routeId: by("protection-removed", "protection-not-known"),
    adopt: by("module-adopted"),
  },
  Provider: {
    baseUrl: by("account-changed"),
    apiKey: none("a new key of the same account is the rule, and a preview does not show whose key it is"),
    routeDeletion: by("route-left-serving", "route-left-open"),
    maxConcurrency: PROVIDER_ONLY,
    operationTimeoutSeconds: PROVIDER_ONLY,
    maxRetries: PROVIDER_ONLY,
  },
};
