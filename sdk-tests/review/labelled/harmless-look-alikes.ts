import { google, of, tls } from "../declared";
import { harmless, type Label, locked, tokens, users, validated } from "./label";

const rule = (name: string) => ({ policy: { inbound: { name, expressions: ["a"], actions: { type: "deny" } } } });
const signedBy = (...allowedAlgorithms: string[]) => validated({ jws: { ...tokens.jws, allowedAlgorithms } });
const sent = (name: string, before: string, after: string) =>
  of(
    { ...locked, responseHeaders: { add: { [name]: before } } },
    { ...locked, responseHeaders: { add: { [name]: after } } },
  );

/** Changes that look like those of a protection, and weaken none. */
export const lookAlikes: readonly Label[] = [
  harmless("like-rule-named", "The name of a rule is for people.", of(rule("old"), rule("new"))),
  harmless(
    "like-stronger-algorithm",
    "Both are signatures of the issuer's key.",
    of(signedBy("RS256"), signedBy("PS256")),
  ),
  harmless(
    "like-longer-hash",
    "The hash is longer, and the key is the issuer's.",
    of(signedBy("ES256"), signedBy("ES384")),
  ),
  harmless(
    "like-domain-letter-case",
    "Letter case makes no difference in a domain.",
    of(google("Example.com"), google("example.com")),
  ),
  harmless("like-tls-same-version", "Both spellings name the same version.", [[tls("1.2")], [tls("TLSv1.2")]]),
  harmless("like-tls-raised-with-letters", "Versions before 1.3 are refused.", [[tls("1.2")], [tls("TLSv1.3")]]),
  harmless(
    "like-hsts-longer",
    "Browsers use TLS alone for longer.",
    sent("strict-transport-security", "max-age=86400", "max-age=31536000"),
  ),
  harmless(
    "like-csp-stricter",
    "Fewer scripts may run.",
    sent("content-security-policy", "default-src 'self' https://cdn.example.com", "default-src 'self'"),
  ),
  harmless(
    "like-cache-off",
    "Caches no longer store what the login protects.",
    sent("cache-control", "public", "no-store"),
  ),
  harmless(
    "like-cors-of-public",
    "The route is public, and no credentials are allowed.",
    of({}, { responseHeaders: { add: { "access-control-allow-origin": "*" } } }),
  ),
  harmless(
    "like-one-person-removed",
    "One of two people may still sign in.",
    of(
      users(3, { emailAddresses: ["ann@example.com", "bob@example.com"] }),
      users(3, { emailAddresses: ["ann@example.com"] }),
    ),
  ),
  harmless(
    "like-fewer-agents",
    "Fewer user agents are allowed.",
    of({ ...locked, userAgentFilter: { allow: ["a", "b"] } }, { ...locked, userAgentFilter: { allow: ["a"] } }),
  ),
];
