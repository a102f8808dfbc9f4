/**
 * Names of request headers by which proxies assert who sends a request, or where it comes from. A star is a wildcard. Some names are
 * covered by a wildcard, too: they are here so that a reader finds the headers of each product.
 */

/** Credentials with which upstreams admit the sender. */
const CREDENTIALS = [
  "authorization",
  "*-authorization",
  "cookie",
  "private-token",
  "api-key",
  "apikey",
  "x-api-key",
  "x-apikey",
  "*-token",
  "*-api-key",
  "*-apikey",
  "*-secret",
  "*-secret-key",
  "*-access-key",
  "*-auth-key",
  "x-functions-key",
  "ocp-apim-subscription-key",
  "x-master-key",
  "x-session-id",
  "*-session",
  "*-assertion",
  "*-jwt",
];

/** Users, their groups and rights. */
const IDENTITIES = [
  // Web servers and their modules: nginx, Apache, IIS, mod_auth_openidc, Shibboleth, SSSD.
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
  // Proxies with a login: oauth2-proxy, Authelia, Authentik, Pomerium, Vouch, Traefik, Keycloak, Teleport, Kong, Tailscale.
  "x-forwarded-user",
  "x-forwarded-preferred-username",
  "x-forwarded-email",
  "x-forwarded-groups",
  "x-forwarded-roles",
  "x-forwarded-login",
  "x-authentik-*",
  "x-pomerium-*",
  "x-vouch-*",
  "x-webauth-*",
  "x-consumer-*",
  "x-credential-*",
  "x-anonymous-consumer",
  "x-authenticated*",
  "teleport-*",
  "tailscale-*",
  "x-token-*",
  "x-userinfo",
  "x-endpoint-api-userinfo",
  "x-jwt-*",
  // Clouds and platforms: Google, Azure, AWS, Cloudflare, Hasura, Grafana, Kubernetes, GitLab.
  "x-goog-*",
  "x-ms-client-*",
  "x-ms-token-*",
  "x-amzn-oidc-*",
  "cf-access-*",
  "x-appengine-user-*",
  "x-hasura-*",
  "x-scope-orgid",
  "x-grafana-*",
  "impersonate-*",
  "sudo",
  "x-sudo",
  "x-vault-*",
  "x-internal*",
  "x-is-admin",
  // Names that programs choose themselves, by their last words.
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
  "*-user-email",
  "*-user-mail",
  "*-email",
  "email",
  "*-mail",
  "*-groups",
  "*-role",
  "*-roles",
  "*-user-group",
  "*-user-groups",
  "*-user-role",
  "*-user-roles",
  "*-admin",
  "*-principal",
  "*-principal-id",
  "*-principal-name",
  "*-subject",
  "*-identity",
  "*-tenant",
  "*-tenant-id",
  "*-account",
  "*-account-id",
  "*-impersonate*",
  "*-claims",
  "*-scopes",
  "*-permissions",
  "*-entitlements",
  "*-internal",
  "*-org-id",
  "*-orgid",
  "*-authenticated",
];

/** Client certificates. */
const CERTIFICATES = [
  "client-cert*",
  "x-client-cert*",
  "x-forwarded-client-cert*",
  "x-forwarded-tls-client-cert*",
  "ssl-client-*",
  "x-ssl-*",
  "x-tls-client-*",
  "x-arr-clientcert",
  "*-dn",
  "*-client-verify",
  "*-client-verified",
  "x-certificate",
  "*-client-certificate",
];

/** Headers with the origin, the host or the path of a request, if upstreams judge requests by them. */
const ORIGINS = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-server",
  "x-forwarded-by",
  "x-forwarded-uri",
  "x-forwarded-path",
  "x-forwarded-method",
  "x-forwarded",
  "x-real-ip",
  "x-client-ip",
  "*-client-ip",
  "client-ip",
  "x-cluster-client-ip",
  "*-connecting-ip",
  "true-client-ip",
  "x-originating-ip",
  "x-envoy-external-address",
  "x-envoy-internal",
  "x-envoy-original-path",
  "x-azure-clientip",
  "x-proxyuser-ip",
  "origin",
  "x-original-*",
  "x-rewrite-*",
  "x-host",
  "*-method-override",
  "x-http-method",
  "x-middleware-*",
];

const patternOf = (names: readonly string[]): RegExp =>
  new RegExp(`^(${names.map((name) => name.replaceAll("*", ".*")).join("|")})$`);

const CREDENTIAL_PATTERN = patternOf(CREDENTIALS);
const IDENTITY_PATTERN = patternOf([...IDENTITIES, ...CERTIFICATES, ...ORIGINS]);

/** The assertion of a header about the sender of a request: `identity` who it is, `credential` only that it is admitted. */
export function assertedBy(name: string): "identity" | "credential" | undefined {
  // Servers that pass headers on as variables (CGI, WSGI, PHP) replace `-` by `_`.
  const spelled = name.toLowerCase().replaceAll("_", "-");
  if (CREDENTIAL_PATTERN.test(spelled)) return "credential";
  return IDENTITY_PATTERN.test(spelled) ? "identity" : undefined;
}
