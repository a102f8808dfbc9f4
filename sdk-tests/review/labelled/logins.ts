import { of, oidc, saml } from "../declared";
import { type Label, ownUsers, risky, users } from "./label";

const team = { teams: ["example/admins"] };
const organization = { organizations: ["example"] };
const person = (...emailAddresses: string[]) => ({ emailAddresses });
const people = (...emailDomains: string[]) => ({ emailDomains });
const entity = (host: string) => `<EntityDescriptor entityID="https://${host}/saml"/>`;
const groups = (...authorizedGroups: string[]) => ({ saml: { ...saml, authorizedGroups } });

/** Who may sign in, and who says so. */
export const logins: readonly Label[] = [
  risky(
    "organizations-listed-empty",
    "high",
    "An empty list allows every account of the code-hosting platform.",
    of(users(1, organization), users(1, { organizations: [] })),
  ),
  risky(
    "organizations-to-any-account",
    "high",
    "Another identity provider without any list lets each of its accounts in.",
    of(users(1, organization), users(4, {})),
  ),
  risky(
    "organizations-to-retail-account",
    "high",
    "Everybody can have an account with an online retailer.",
    of(users(1, organization), ownUsers(8, {})),
  ),
  risky(
    "person-to-domain",
    "medium",
    "All colleagues of the one person who was allowed get in.",
    of(users(3, person("ann@example.com")), users(3, people("example.com"))),
  ),
  risky(
    "person-to-public-domain",
    "high",
    "Everybody can have an address at the mail provider of the one person who was allowed.",
    of(users(3, person("ann@gmail.com")), users(3, people("gmail.com"))),
  ),
  risky(
    "outsider-added",
    "medium",
    "A private address of an unknown person is allowed beside the company's.",
    of(users(3, person("ann@example.com")), users(3, person("ann@example.com", "mallory@gmail.com"))),
  ),
  risky(
    "person-wildcard",
    "medium",
    "If the service expands it, the asterisk allows every address of the domain.",
    of(users(3, person("ann@example.com")), users(3, person("*@example.com"))),
  ),
  risky(
    "team-to-organization",
    "medium",
    "A user is allowed who is a member of the organization, not of the team alone.",
    of(users(1, team), users(1, organization)),
  ),
  risky(
    "organization-beside-team",
    "medium",
    "Members of any listed entry are allowed, so the whole organization joins the team.",
    of(users(1, team), users(1, { ...team, ...organization })),
  ),
  risky(
    "team-to-larger-team",
    "medium",
    "Other people are in the other team.",
    of(users(1, team), users(1, { teams: ["example/everyone"] })),
  ),
  risky(
    "organization-to-domain",
    "medium",
    "Whoever has an address of the domain need not be a member of the organization.",
    of(users(1, organization), users(1, people("example.com"))),
  ),
  risky(
    "organization-to-public-domain",
    "high",
    "Everybody can have an address of that mail provider.",
    of(users(1, organization), users(1, people("outlook.com"))),
  ),
  risky(
    "organization-look-alike",
    "medium",
    "The slug with a digit is another organization, which anybody may have registered.",
    of(users(1, organization), users(1, { organizations: ["examp1e"] })),
  ),
  risky(
    "same-domain-social-network",
    "medium",
    "Another identity provider says whose address it is, and it may not have verified the address.",
    of(users(3, people("example.com")), users(2, people("example.com"))),
  ),
  risky(
    "same-slug-other-platform",
    "medium",
    "Another platform authenticates the users, and its accounts may belong to other people.",
    of(users(1, person("ann@example.com")), ownUsers(6, person("ann@example.com"))),
  ),
  risky(
    "groups-listed-empty",
    "high",
    "Without a listed group every user of the identity provider gets in.",
    of(groups("admins"), groups()),
  ),
  risky(
    "group-added",
    "medium",
    "Members of another group get in.",
    of(groups("admins"), groups("admins", "everyone")),
  ),
  risky(
    "metadata-of-another",
    "medium",
    "Another identity provider decides who is signed in.",
    of({ saml: { idpMetadata: entity("login.example.com") } }, { saml: { idpMetadata: entity("login.example.net") } }),
  ),
  risky(
    "started-by-provider",
    "medium",
    "Logins that the service did not ask for are accepted, which permits login forgery.",
    of({ saml }, { saml: { ...saml, allowIdpInitiated: true } }),
  ),
  risky(
    "credentials-not-asked",
    "medium",
    "A session left open at the identity provider now suffices.",
    of({ saml: { ...saml, forceAuthn: true } }, { saml }),
  ),
  risky(
    "oidc-any-tenant",
    "high",
    "The issuer for all tenants signs in every account of the vendor, and OIDC has no list of users.",
    of(
      { oidc: { ...oidc, issuer: "https://login.microsoftonline.com/6f1b2a3c-0000-4000-8000-123456789abc/v2.0" } },
      { oidc: { ...oidc, issuer: "https://login.microsoftonline.com/common/v2.0" } },
    ),
  ),
  risky(
    "oidc-public-issuer",
    "high",
    "The issuer signs in every account of the web-search company, and OIDC has no list of users.",
    of({ oidc }, { oidc: { ...oidc, issuer: "https://accounts.google.com" } }),
  ),
  risky(
    "oidc-plain-http",
    "medium",
    "Whoever is on the path to the issuer can answer the discovery.",
    of({ oidc }, { oidc: { ...oidc, issuer: "http://login.example.com" } }),
  ),
  risky(
    "oidc-other-client",
    "medium",
    "The client id is the audience: users of another application get in.",
    of({ oidc }, { oidc: { ...oidc, clientId: "public-site" } }),
  ),
  risky(
    "saml-to-listed-oauth",
    "medium",
    "Another party authenticates, and others are allowed.",
    of({ saml }, users(3, people("example.com"))),
  ),
];
