import { google, ingress, of, ofJws, oidc, resource, tls } from "../../declared";
import { validated } from "../label";
import { issuers, label, locked, type ReaderLabel } from "./label";

/** Hosts, versions, algorithms, domains and paths as they may be spelled. */
export const spelled: readonly ReaderLabel[] = [
  label(
    "match-gets-port",
    "medium",
    "The reference knows paths and hosts, no ports, so that the route may match nothing.",
    of({ ...locked, match: "app.example.com" }, { ...locked, match: "app.example.com:8443" }),
  ),
  label(
    "match-gets-dot",
    "medium",
    "Clients send the host without a dot at its end, so that the route may match nothing.",
    of({ ...locked, match: "app.example.com/api" }, { ...locked, match: "app.example.com./api" }),
  ),
  label("tls-1.0", "high", "Connections with a version that is known to be broken are accepted.", [
    [tls("1.2")],
    [tls("1.0")],
  ]),
  label("tls-spelling", "low", "It is the same version in another spelling.", [[tls("1.2")], [tls("TLS1.2")]]),
  label("tls-unset", "medium", "The reference calls the default safe, and does not say that it is 1.2 or stays so.", [
    [tls("1.2")],
    [resource("HttpsEdgeTlsTermination", "tls")({ edgeId: "EDGE" })],
  ]),
  label("tls-stricter", "low", "Only newer TLS is accepted, which concerns old clients alone.", [
    [tls("1.2")],
    [tls("1.3")],
  ]),
  label("tls-unheard-of", "medium", "No such version exists, so what the service makes of it is unknown.", [
    [tls("1.2")],
    [tls("2.0")],
  ]),
  label(
    "algorithm-hs256-added",
    "medium",
    "If the public key of the issuer is taken for a shared secret, everybody can sign tokens.",
    of(ofJws("RS256"), ofJws("RS256", "HS256")),
  ),
  label(
    "algorithm-none-in-capitals",
    "high",
    "Tokens that nobody has signed are accepted, however `none` is spelled.",
    of(ofJws("RS256"), ofJws("RS256", "NoNe")),
  ),
  label(
    "algorithm-sound-added",
    "low",
    "The added algorithm is a sound one with the same kind of keys.",
    of(ofJws("RS256"), ofJws("RS256", "PS256")),
  ),
  label(
    "domain-wildcard-below",
    "medium",
    "The reference knows no wildcards: subdomains may get in, or the users of acme.com no longer.",
    of(google("acme.com"), google("*.acme.com")),
  ),
  label(
    "domain-wildcard",
    "high",
    "A wildcard admits everybody, or nobody at all.",
    of(google("acme.com"), google("*")),
  ),
  label(
    "domain-public-suffix",
    "high",
    "Everybody can register a name below co.uk, and the users of acme.co.uk may be locked out.",
    of(google("acme.co.uk"), google("co.uk")),
  ),
  label(
    "domain-top-level",
    "medium",
    "If subdomains count as members of a domain, everybody below com gets in.",
    of(google("acme.com"), google("acme.com", "com")),
  ),
  label(
    "match-dot-segments",
    "medium",
    "Depending on what the service makes of the dots, the route serves another path or none.",
    of({ ...locked, match: "/api" }, { ...locked, match: "/api/../admin" }),
  ),
  label(
    "match-single-dot",
    "medium",
    "Requests for /api may match the route no longer.",
    of({ ...locked, match: "/api" }, { ...locked, match: "/./api" }),
  ),
  label(
    "oidc-issuer-without-tls",
    "medium",
    "Somebody on the way can answer the discovery, and so sign in as everybody.",
    of({ oidc }, { oidc: { ...oidc, issuer: "http://login.example.com" } }),
  ),
  label(
    "issuer-gets-port",
    "medium",
    "Issuers are compared as strings, so that the tokens of the issuer may be refused.",
    of(validated(), validated(issuers("https://tokens.example.com:443"))),
  ),
  label(
    "domain-in-capitals",
    "none",
    "Domains of mail addresses do not know letter case.",
    of(google("acme.com"), google("Acme.COM")),
  ),
  label("ingress-domain-in-capitals", "none", "Letter case makes no difference in a domain.", [
    [ingress({ domain: "agents-of-reader.example.com" })],
    [ingress({ domain: "Agents-of-Reader.example.com" })],
  ]),
];
