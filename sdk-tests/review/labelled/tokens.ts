import { of } from "../declared";
import { addresses, github, type Label, risky, tokens, users, validated } from "./label";

const values = (...list: string[]) => ({ allowList: list.map((value) => ({ value })) });
const [bearer] = tokens.http.tokens;
const location = (args: Readonly<Record<string, string>>) => ({ http: { tokens: [{ ...bearer, ...args }] } });
const algorithms = (...allowedAlgorithms: string[]) => ({ jws: { ...tokens.jws, allowedAlgorithms } });
const keysAt = (...additionalJkus: string[]) => ({ jws: { ...tokens.jws, keys: { sources: { additionalJkus } } } });
const { jws: _, ...unsigned } = tokens;
const { issuer: __, ...ofAnybody } = tokens;
const { audience: ___, ...forAnybody } = tokens;

/** Tokens and webhooks: whose are accepted, and how they are checked. */
export const tokenChecks: readonly Label[] = [
  risky(
    "issuers-listed-empty",
    "high",
    "No issuer is required any more.",
    of(validated(), validated({ issuer: values() })),
  ),
  risky("issuers-dropped", "high", "No issuer is required any more.", of(validated(), { jwtValidation: ofAnybody })),
  risky(
    "audience-dropped",
    "high",
    "Tokens that the issuer made out for any other application are accepted.",
    of(validated(), { jwtValidation: forAnybody }),
  ),
  risky(
    "audiences-listed-empty",
    "high",
    "Tokens that the issuer made out for any other application are accepted.",
    of(validated(), validated({ audience: values() })),
  ),
  risky(
    "audience-added",
    "medium",
    "Tokens for another application are accepted too.",
    of(validated(), validated({ audience: values("api", "public-site") })),
  ),
  risky(
    "issuer-exchanged",
    "medium",
    "Another party makes out the tokens.",
    of(validated(), validated({ issuer: values("https://tokens.example.net") })),
  ),
  risky(
    "issuer-plain-http",
    "medium",
    "Keys that are discovered over plain HTTP can be exchanged on the way.",
    of(validated(), validated({ issuer: values("http://tokens.example.com") })),
  ),
  risky(
    "issuer-asterisk",
    "medium",
    "If the service expands it, the asterisk accepts every issuer.",
    of(validated(), validated({ issuer: values("https://tokens.example.com", "*") })),
  ),
  risky(
    "issuer-of-workflows",
    "medium",
    "The issuer makes out tokens for workflows in every repository of a public platform.",
    of(
      validated(),
      validated({ issuer: values("https://tokens.example.com", "https://token.actions.githubusercontent.com") }),
    ),
  ),
  risky(
    "algorithm-none-capital",
    "high",
    "Tokens without a signature are accepted; libraries were known to compare this name in any letter case.",
    of(validated(), validated(algorithms("RS256", "NONE"))),
  ),
  risky(
    "algorithm-none-mixed",
    "high",
    "Tokens without a signature are accepted; libraries were known to compare this name in any letter case.",
    of(validated(), validated(algorithms("RS256", "nOnE"))),
  ),
  risky(
    "algorithm-none-alone",
    "high",
    "Only tokens without a signature are accepted, which everybody can write.",
    of(validated(), validated(algorithms("none"))),
  ),
  risky(
    "algorithm-none-space",
    "medium",
    "If the service trims the space, tokens without a signature are accepted.",
    of(validated(), validated(algorithms("RS256", "none "))),
  ),
  risky(
    "algorithm-shared-lower-case",
    "high",
    "With a shared-secret algorithm, a published key can be used to sign tokens.",
    of(validated(), validated(algorithms("RS256", "hs256"))),
  ),
  risky(
    "algorithm-shared-alone",
    "high",
    "With a shared-secret algorithm, a published key can be used to sign tokens.",
    of(validated(), validated(algorithms("HS512"))),
  ),
  risky(
    "algorithm-old-hash",
    "medium",
    "RS1 signs with SHA-1, for which collisions are known.",
    of(validated(), validated(algorithms("RS256", "RS1"))),
  ),
  risky(
    "algorithms-listed-empty",
    "medium",
    "The reference does not show which algorithms are accepted if none is listed.",
    of(validated(), validated(algorithms())),
  ),
  risky(
    "signatures-dropped",
    "medium",
    "The service now chooses which signatures it accepts, and its choice is not shown.",
    of(validated(), { jwtValidation: unsigned }),
  ),
  risky(
    "keys-elsewhere",
    "medium",
    "Whoever serves the other URL can sign tokens.",
    of(validated(), validated(keysAt("https://keys.example.net/jwks"))),
  ),
  risky(
    "keys-plain-http",
    "medium",
    "Keys that are loaded over plain HTTP can be exchanged on the way.",
    of(validated(), validated(keysAt("http://tokens.example.com/jwks"))),
  ),
  risky(
    "keys-public-paste",
    "medium",
    "A page that its visitors write serves the keys.",
    of(validated(), validated(keysAt("https://tokens.example.com/jwks", "https://pastebin.com/raw/abcdef"))),
  ),
  risky(
    "token-in-body",
    "medium",
    "Requests without a body, and with a token in the header, are judged otherwise; the reference does not show how.",
    of(validated(), validated(location({ method: "body", name: "token" }))),
  ),
  risky(
    "token-nowhere",
    "medium",
    "Without a location no token is looked for; what becomes of such requests is not shown.",
    of(validated(), validated({ http: { tokens: [] } })),
  ),
  risky(
    "token-of-identity",
    "medium",
    "Identity tokens, which many parties hold, may be accepted as access tokens.",
    of(validated(), validated(location({ type: "it+jwt" }))),
  ),
  risky(
    "tokens-reduced-to-algorithm",
    "high",
    "Neither issuer nor audience is checked any more.",
    of(validated(), { jwtValidation: { jws: { allowedAlgorithms: ["RS256"] } } }),
  ),
  risky("tokens-disabled", "high", "No token is required any more.", of(validated(), validated({ enabled: false }))),
  risky(
    "tokens-off-addresses-stay",
    "high",
    "Everybody in the allowed networks gets in without a token.",
    of({ ...validated(), ...addresses }, addresses),
  ),
  risky(
    "tokens-to-login",
    "medium",
    "Members of an organization get in instead of holders of tokens.",
    of(validated(), users(1, { organizations: ["example"] })),
  ),
  risky(
    "webhooks-need-no-secret",
    "high",
    "The new sender needs no secret, so whoever has an account with it can send webhooks.",
    of(github, { webhookVerification: { provider: "sns" } }),
  ),
  risky(
    "webhooks-of-another",
    "medium",
    "Another sender is accepted, with the secret of the first.",
    of(github, { webhookVerification: { ...github.webhookVerification, provider: "slack" } }),
  ),
];
