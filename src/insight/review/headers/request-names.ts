/**
 * Names of request headers by which proxies assert who sends a request, or where it comes from. A star stands for anything.
 * Servers that pass headers on as variables (CGI, WSGI, PHP) make `_` of `-`, so the two are the same here.
 */

/** Credentials with which upstreams admit the sender. */
const credentials = [
  ...["authorization", "*-authorization", "cookie", "private-token", "api-key", "apikey", "x-api-key", "x-apikey"],
  ...["*-token", "*-api-key", "*-apikey", "*-secret", "*-secret-key", "*-access-key", "*-auth-key", "x-functions-key"],
  ...["ocp-apim-subscription-key", "x-master-key", "x-session-id", "*-session", "*-assertion", "*-jwt"],
];

/** Users, their groups and rights. */
const identities = [
  // Web servers and their modules: nginx, Apache, IIS, mod_auth_openidc, Shibboleth, SSSD.
  ...[
    "remote-*",
    "x-remote-*",
    "auth-*",
    "x-auth",
    "x-auth-*",
    "http-auth-*",
    "logon-user",
    "oidc-*",
    "eppn",
    "shib-*",
    "mellon-*",
    "sm-*",
  ],
  // Proxies with a login: oauth2-proxy, Authelia, Authentik, Pomerium, Vouch, Traefik, Keycloak, Teleport, Kong, Tailscale.
  ...["x-forwarded-user", "x-forwarded-preferred-username", "x-forwarded-email", "x-forwarded-groups"],
  ...[
    "x-forwarded-access-token",
    "x-forwarded-roles",
    "x-forwarded-login",
    "x-authentik-*",
    "x-pomerium-*",
    "x-vouch-*",
  ],
  ...["x-webauth-*", "x-consumer-*", "x-credential-*", "x-anonymous-consumer", "x-authenticated*", "teleport-*"],
  ...["tailscale-*", "x-token-*", "x-userinfo", "x-endpoint-api-userinfo", "x-jwt-*", "x-id-token", "x-access-token"],
  // Clouds and platforms: Google, Azure, AWS, Cloudflare, Hasura, Grafana, Kubernetes, GitLab.
  ...["x-goog-*", "x-ms-client-*", "x-ms-token-*", "x-amzn-oidc-*", "cf-access-*", "x-appengine-user-*", "x-hasura-*"],
  ...["x-scope-orgid", "x-grafana-*", "impersonate-*", "sudo", "x-sudo", "x-vault-*", "x-internal*", "x-is-admin"],
  // Names that programs choose themselves, by what stands at their end.
  ...[
    "user",
    "*-user",
    "userid",
    "*-userid",
    "*-user-id",
    "username",
    "*-username",
    "*-user-name",
    "*-user-login",
    "x-login",
    "group",
    "x-group",
    "*-client-id",
  ],
  ...["*-user-email", "*-user-mail", "*-email", "email", "*-mail", "*-groups", "*-role", "*-roles", "*-user-group"],
  ...["*-user-groups", "*-user-role", "*-user-roles", "*-admin", "*-principal", "*-principal-id", "*-principal-name"],
  ...["*-subject", "*-identity", "*-tenant", "*-tenant-id", "*-account", "*-account-id", "*-impersonate*", "*-claims"],
  ...["*-scopes", "*-permissions", "*-entitlements", "*-internal", "*-org-id", "*-orgid", "*-authenticated"],
];

/** Client certificates. */
const certificates = [
  ...["client-cert*", "x-client-cert*", "x-forwarded-client-cert*", "x-forwarded-tls-client-cert*", "ssl-client-*"],
  ...[
    "x-ssl-*",
    "x-tls-client-*",
    "x-arr-clientcert",
    "*-dn",
    "*-client-verify",
    "*-client-verified",
    "x-certificate",
    "*-client-certificate",
  ],
];

/** Where a request comes from, and which host or path it is for, as far as upstreams judge requests by it. */
const origins = [
  ...["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-server", "x-forwarded-by", "x-forwarded-uri"],
  ...["x-forwarded-path", "x-forwarded-method", "x-forwarded", "x-real-ip", "x-client-ip", "*-client-ip", "client-ip"],
  ...["x-cluster-client-ip", "*-connecting-ip", "true-client-ip", "x-originating-ip"],
  ...["x-envoy-external-address", "x-envoy-internal", "x-envoy-original-path", "x-azure-clientip", "x-proxyuser-ip"],
  ...["origin", "x-original-*", "x-rewrite-*", "x-host", "*-method-override", "x-http-method", "x-middleware-*"],
];

const matcherOf = (names: readonly string[]): RegExp =>
  new RegExp(`^(${names.map((name) => name.replaceAll("*", "[^\n]*")).join("|")})$`);

const [isCredential, isIdentity] = [credentials, [...identities, ...certificates, ...origins]].map(matcherOf);

/** What a header asserts of the sender of a request: `identity` who it is, `credential` only that it is admitted. */
export function assertedBy(name: string): "identity" | "credential" | undefined {
  const spelled = name.toLowerCase().replaceAll("_", "-");
  if (isCredential?.test(spelled)) return "credential";
  return isIdentity?.test(spelled) ? "identity" : undefined;
}
