import { google, jwt, of, ofJws } from "../../declared";
import { validated } from "../label";
import { clients, issuers, label, locked, organizations, type ReaderLabel, signingKeys, teams } from "./label";

/** Letters that look alike, or cannot be seen. */
export const letters: readonly ReaderLabel[] = [
  label(
    "domain-cyrillic",
    "high",
    "The letter is a Cyrillic one: users of acme.com are locked out, and those of another domain get in.",
    of(google("acme.com"), google("\u0430cme.com")),
  ),
  label(
    "domain-cyrillic-added",
    "medium",
    "The domain that looks like a repetition is another one, with users of its own.",
    of(google("acme.com"), google("acme.com", "\u0430cme.com")),
  ),
  label(
    "issuer-cyrillic",
    "medium",
    "The host is another one, and whose it is cannot be seen.",
    of({ jwtValidation: jwt }, { jwtValidation: issuers("https://tokens.ex\u0430mple.com") }),
  ),
  label(
    "organization-zero-width",
    "medium",
    "A space without width makes another name, or none that exists.",
    of(organizations("acme"), organizations("ac\u200bme")),
  ),
  label("team-omicron", "medium", "A Greek letter makes another team.", of(teams("acme/ops"), teams("acme/\u03bfps"))),
  label(
    "match-cyrillic",
    "medium",
    "The path looks the same and is another one, so that requests no longer match.",
    of({ ...locked, match: "/api" }, { ...locked, match: "/\u0430pi" }),
  ),
  label("authority-one-or-l", "medium", "The id with the letter l is another authority than that with the digit.", [
    [clients("HttpsEdgeMutualTls", "ca_1")],
    [clients("HttpsEdgeMutualTls", "ca_l")],
  ]),
  label(
    "jwks-user-info",
    "medium",
    "The host is the one behind the sign, and whose it is cannot be seen.",
    of(validated(), validated(signingKeys("https://tokens.example.com@keys.example.net/jwks"))),
  ),
  label(
    "algorithm-zero-width",
    "medium",
    "No algorithm has this name: tokens are refused, or the entry is ignored.",
    of(ofJws("RS256"), ofJws("RS256\u200b")),
  ),
  label(
    "domain-full-width",
    "low",
    "Full-width letters of a domain are the usual ones in another width.",
    of(google("acme.com"), google("\uff41\uff43\uff4d\uff45.com")),
  ),
  label(
    "domain-punycode",
    "low",
    "It is the same domain in its other notation.",
    of(google("m\u00fcller.example"), google("xn--mller-kva.example")),
  ),
  label(
    "description-unseen-letter",
    "none",
    "A description is read by people alone.",
    of({ ...locked, description: "Public API" }, { ...locked, description: "Public\u200b API" }),
  ),
];
