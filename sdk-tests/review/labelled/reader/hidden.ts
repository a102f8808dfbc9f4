import { google, of, oidc } from "../../declared";
import { ownUsers, users, validated } from "../label";
import {
  addressesOf,
  cloudAccess,
  hidden,
  label,
  monitored,
  type ReaderLabel,
  requests,
  signed,
  signingKeys,
} from "./label";

/** Readable members beside hidden ones, and values that are hidden now. */
export const hiddenBeside: readonly ReaderLabel[] = [
  label(
    "domain-beside-client-secret",
    "high",
    "Everybody can have an address of gmail.com, and the list is readable although the client secret is not.",
    of(ownUsers(5, { emailDomains: ["acme.com"] }), ownUsers(5, { emailDomains: ["acme.com", "gmail.com"] })),
  ),
  label(
    "oidc-issuer-beside-client-secret",
    "high",
    "The module has no list of users, so whoever has an account at the other, public issuer gets in.",
    of({ oidc }, { oidc: { ...oidc, issuer: "https://accounts.google.com" } }),
  ),
  label(
    "algorithm-none-beside-hidden-issuer",
    "high",
    "The algorithm `none` accepts tokens that nobody has signed, whichever issuer they name.",
    of(
      validated({ issuer: hidden({ allowList: [{ value: "https://tokens.example.com" }] }) }),
      validated({
        issuer: hidden({ allowList: [{ value: "https://tokens.example.com" }] }),
        jws: { allowedAlgorithms: ["none"] },
      }),
    ),
  ),
  label(
    "verification-off-beside-secret",
    "high",
    "Webhooks of anybody reach the backend, while the secret stays as it is.",
    of(signed(), signed({ enabled: false })),
  ),
  label("site-beside-api-key", "medium", "Events, and the key that they are sent with, go to another site.", [
    [monitored()],
    [monitored({ site: "collector.example.net" })],
  ]),
  label(
    "access-key-without-its-secret",
    "medium",
    "The id of another access key with the former secret cannot sign in, so that events may be lost.",
    [[cloudAccess("key-1")], [cloudAccess("key-2")]],
  ),
  label(
    "organizations-dropped-beside-client-secret",
    "high",
    "Without a list, everybody with an account at the identity provider is a user.",
    of(
      users(1, { clientId: "app", clientSecret: "canary-app", organizations: ["acme"] }),
      users(1, { clientId: "app", clientSecret: "canary-app" }),
    ),
  ),
  label(
    "jwks-beside-hidden-audience",
    "medium",
    "Whoever answers for the other host may sign tokens, and it answers without TLS.",
    of(
      validated({ audience: hidden({ allowList: [{ value: "api" }] }) }),
      validated({
        audience: hidden({ allowList: [{ value: "api" }] }),
        ...signingKeys("https://tokens.example.com/jwks", "http://keys.example.net/jwks"),
      }),
    ),
  ),
  label(
    "domains-become-hidden",
    "medium",
    "Nobody can see who gets in now.",
    of(google("acme.com"), users(3, { emailDomains: hidden(["gmail.com"]) })),
  ),
  label(
    "restriction-enabled-hidden",
    "high",
    "The value that decides whether there is a restriction at all cannot be seen.",
    of(addressesOf("ipp_1"), { ipRestriction: { ipPolicyIds: ["ipp_1"], enabled: hidden(false) } }),
  ),
  label(
    "policies-hidden-and-changed",
    "medium",
    "The addresses that get in change, and nobody can see how.",
    of({ ipRestriction: { ipPolicyIds: hidden(["ipp_1"]) } }, { ipRestriction: { ipPolicyIds: hidden(["ipp_2"]) } }),
  ),
  label(
    "authorization-hidden",
    "medium",
    "The backend is sent a credential that replaces that of the client, for every request.",
    requests({ add: { "x-edge": "1" } }, { add: { "x-edge": "1", authorization: hidden("Basic canary") } }),
  ),
  label(
    "user-beside-hidden-header",
    "medium",
    "If the backend believes the header, every user is an administrator.",
    requests(
      { add: { "x-api-key": hidden("canary-a"), "x-forwarded-user": "guest" } },
      { add: { "x-api-key": hidden("canary-a"), "x-forwarded-user": "admin" } },
    ),
  ),
  label(
    "description-beside-secret",
    "none",
    "A description changes nothing for requests, and the secret stays as it is.",
    of(signed(), { ...signed(), description: "Webhooks of the shop" }),
  ),
  label(
    "webhook-secret-rotated",
    "low",
    "A rotation of the secret is routine, and what is required of requests stays the same.",
    of(signed(), signed({ secret: "canary-rotated" })),
  ),
];
