import { audit, google, login, logs, oauth, of, oidc, resource, route } from "../../declared";
import { renamed, users, validated, withOptions } from "../label";
import {
  addressesOf,
  groups,
  hidden,
  issuers,
  label,
  locked,
  monitored,
  organizations,
  type ReaderLabel,
  unprotected,
} from "./label";

/** Honest changes. */
export const honest: readonly ReaderLabel[] = [
  label(
    "organizations-reordered",
    "none",
    "The order has no meaning.",
    of(organizations("a", "b"), organizations("b", "a")),
  ),
  label("members-reordered", "none", "The order of members has no meaning.", [
    [route({ ...locked, compression: {}, description: "API" })],
    [route({ description: "API", compression: {}, ...locked })],
  ]),
  label(
    "described",
    "none",
    "A description changes nothing for requests.",
    of(locked, { ...locked, description: "Public API" }),
  ),
  label(
    "metadata",
    "none",
    "Metadata changes nothing for requests.",
    of({ ...locked, metadata: '{"team":"a"}' }, { ...locked, metadata: '{"team":"b"}' }),
  ),
  label(
    "enabled-explicitly",
    "none",
    "A module is enabled by default.",
    of(locked, { oauth: { ...oauth, enabled: true } }),
  ),
  label(
    "address-in-small-letters",
    "none",
    "Identity providers treat the address as the same one.",
    of(users(3, { emailAddresses: ["Alice@Acme.com"] }), users(3, { emailAddresses: ["alice@acme.com"] })),
  ),
  label(
    "nameid-default",
    "none",
    "It is the default.",
    of(groups("staff"), {
      saml: {
        ...groups("staff").saml,
        nameidFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
      },
    }),
  ),
  label(
    "checks-more-often",
    "none",
    "A user who is removed is noticed earlier.",
    of({ oauth: { ...oauth, authCheckInterval: 3600 } }, { oauth: { ...oauth, authCheckInterval: 300 } }),
  ),
  label(
    "session-shorter",
    "none",
    "Sessions end earlier.",
    of({ oauth: { ...oauth, maximumDuration: 86_400 } }, { oauth: { ...oauth, maximumDuration: 28_800 } }),
  ),
  label(
    "idle-shorter",
    "none",
    "Idle sessions end earlier.",
    of({ oidc: { ...oidc, inactivityTimeout: 3600 } }, { oidc: { ...oidc, inactivityTimeout: 1800 } }),
  ),
  label(
    "prompted-each-time",
    "none",
    "The identity provider asks for credentials on each redirect.",
    of(
      { saml: { ...groups("staff").saml, forceAuthn: false } },
      { saml: { ...groups("staff").saml, forceAuthn: true } },
    ),
  ),
  label(
    "not-by-the-provider",
    "none",
    "Logins can only start at the route, which is stricter.",
    of(
      { saml: { ...groups("staff").saml, allowIdpInitiated: true } },
      { saml: { ...groups("staff").saml, allowIdpInitiated: false } },
    ),
  ),
  label(
    "options-not-passed",
    "low",
    "Requests with OPTIONS need a login, too, which is stricter.",
    of({ oauth: { ...oauth, optionsPassthrough: true } }, { oauth: { ...oauth, optionsPassthrough: false } }),
  ),
  label(
    "cookie-prefix",
    "low",
    "Users have to sign in once more.",
    of({ oauth: { ...oauth, cookiePrefix: "shop." } }, { oauth: { ...oauth, cookiePrefix: "store." } }),
  ),
  label("destination-described", "none", "A description changes nothing for events.", [
    [audit(logs("logs"))],
    [resource("EventDestination", "audit")({ format: "json", target: logs("logs"), description: "Audit" })],
  ]),
  label("monitoring-tags", "low", "Events have another tag.", [
    [monitored()],
    [monitored({ tags: "env:prod,team:shop" })],
  ]),
  label(
    "description-marked-secret",
    "none",
    "The description stays the same, and is encrypted in the state.",
    of({ ...locked, description: "Public API" }, { ...locked, description: hidden("Public API") }),
  ),
  label("route-renamed-with-alias", "none", "It is the same route by another name of the program.", [
    [route(locked)],
    [route(locked, { aliases: [{ name: "reader-route-renamed-with-alias.route" }] }, "api")],
  ]),
  label("login-resource-renamed-with-alias", "none", "It is the same login by another name of the program.", [
    [route(), login()],
    [
      route(),
      withOptions(renamed(login(), "sign-in"), {
        aliases: [{ name: "reader-login-resource-renamed-with-alias.login" }],
      }),
    ],
  ]),
  label("login-added", "none", "An open route asks for a login from now on.", of(unprotected, locked)),
  label("restriction-added", "none", "Fewer addresses get in.", of(locked, { ...locked, ...addressesOf("ipp_1") })),
  label(
    "issuer-dropped",
    "none",
    "The tokens of fewer issuers are accepted.",
    of(validated(issuers("https://tokens.example.com", "https://old.example.com")), validated()),
  ),
  label(
    "domain-dropped",
    "none",
    "Users of fewer domains get in.",
    of(google("acme.com", "acme.org"), google("acme.com")),
  ),
  label(
    "token-prefix-in-other-order",
    "none",
    "The order of members has no meaning.",
    of(
      validated({ http: { tokens: [{ type: "jwt", method: "header", name: "authorization", prefix: "Bearer " }] } }),
      validated({ http: { tokens: [{ prefix: "Bearer ", name: "authorization", method: "header", type: "jwt" }] } }),
    ),
  ),
];
