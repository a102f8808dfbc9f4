/** The paths of Microsoft's tenants that sign in personal accounts, or accounts of every tenant. */
const MICROSOFT_TENANTS = [
  "",
  "/common",
  "/consumers",
  "/organizations",
  "/9188040d-6c67-4c5b-b112-36a304b66dad",
];
const MICROSOFT = MICROSOFT_TENANTS.flatMap((tenant) => [tenant, `${tenant}/v2.0`]);

/** OpenID providers at which everybody can get an account: the paths of their issuers by hosts. */
const PUBLIC_ISSUERS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    "accounts.google.com": [""],
    "login.microsoftonline.com": MICROSOFT,
    "login.live.com": MICROSOFT,
    "login.yahoo.com": [""],
    "api.login.yahoo.com": [""],
    "yahoo.com": [""],
    "slack.com": [""],
    "appleid.apple.com": [""],
    "facebook.com": [""],
    "www.facebook.com": [""],
    "github.com": [""],
    "token.actions.githubusercontent.com": [""],
    "gitlab.com": [""],
    "bitbucket.org": [""],
    "linkedin.com": ["", "/oauth"],
    "www.linkedin.com": ["", "/oauth"],
    "id.twitch.tv": ["/oauth2"],
    "access.line.me": [""],
    "www.amazon.com": [""],
  }),
);

/** The document that describes an issuer, which some programs state in place of the issuer. */
const DISCOVERY = /\/\.well-known\/openid-configuration$/;

/** An issuer as messages name it: without white space, the default port, and the path of its document. */
export const issuerName = (issuer: string): string =>
  issuer
    .trim()
    .replace(/:443(?=\/|$)/, "")
    .replace(DISCOVERY, "");

/** True if everybody can get an account at an issuer, in whatever spelling. */
export function isPublicIssuer(issuer: string): boolean {
  const url = URL.parse(issuerName(issuer));
  if (url?.protocol !== "https:" || url.search !== "" || url.hash !== "") return false;
  const paths = PUBLIC_ISSUERS.get(url.host) ?? [];
  return paths.includes(url.pathname.replace(/\/$/, "").toLowerCase());
}
