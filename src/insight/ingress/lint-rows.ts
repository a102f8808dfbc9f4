/** The kinds of flaws, and what a flaw is. */

/** A kind of flaw. */
export interface LintRow {
  readonly id: string;
  readonly severity: "high" | "medium" | "low";
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}

/** A flaw of a module that is in force. */
export interface Flaw {
  readonly row: LintRow;
  readonly path: string;
  /** What it means, after the name of a route or edge. */
  readonly effect: string;
  /** The same after the name of the module, and without a value of the program: a policy is given secrets in plaintext. */
  readonly phrase: string;
  /** How much a protection keeps out at most; absent if the flaw does not concern that. */
  readonly strength?: "nothing" | "slight" | "weak";
  /** Whether a new module is most likely a mistake with it. */
  readonly isLikelyMistake: boolean;
  /** Of two flaws at the same place, whether one is worse. Default: they are equal if their effects are. */
  readonly degree?: number;
}

const row = (id: string, severity: LintRow["severity"], title: string, why: string, fix: string): LintRow => ({
  id,
  severity,
  title,
  why,
  fix,
});

export const rows = {
  emptyList: row(
    "allow-list-emptied",
    "high",
    "An allow-list is empty or removed",
    "An empty list usually admits everyone the module can authenticate. A list of blank entries counts as empty.",
    "Keep at least one entry, or remove the module if everyone is allowed.",
  ),
  publicDomain: row(
    "public-domain-allowed",
    "high",
    "An allowed e-mail domain is open to everyone",
    "Anyone can create an account there, and is admitted.",
    "List the addresses of the allowed users instead of the domain.",
  ),
  wildcard: row(
    "wildcard-allowed",
    "high",
    "An allow-list has a wildcard or a blank entry",
    "If the service takes the entry for a pattern, every name matches it.",
    "List the names that are allowed.",
  ),
  publicIssuer: row(
    "public-issuer-allowed",
    "high",
    "Everyone who gets an account at the OpenID provider is admitted",
    "Anyone can create an account there, and OpenID Connect has no list of users.",
    "Use the issuer of your own organization, or OAuth with a list of users.",
  ),
  weakAlgorithm: row(
    "weak-algorithm",
    "high",
    "Tokens without a sound signature, or signed with a shared secret, are accepted",
    "With `none`, anyone can create valid tokens. With HS256 and similar, whoever can validate tokens can create them, and a public key may be accepted as the secret. SHA-1 is broken.",
    "Allow only asymmetric algorithms.",
  ),
  unknownAlgorithm: row(
    "algorithm-not-known",
    "medium",
    "Tokens signed with an algorithm of an unknown name are accepted",
    "The name is none of the sound algorithms that RFC 7518 and RFC 8037 define.",
    "List algorithms such as RS256 or ES256 only.",
  ),
  unsigned: row(
    "webhook-secret-removed",
    "high",
    "Webhooks are verified without a secret",
    "All providers but one need the secret: without it, forged webhooks are accepted.",
    "Keep the secret, unless the provider signs with its own key.",
  ),
  noRule: row(
    "policy-emptied",
    "high",
    "A traffic policy has no rule for requests",
    "A policy without rules rejects nothing.",
    "Keep the rules, or remove the policy if everyone is allowed.",
  ),
  oldTls: row(
    "tls-obsolete",
    "high",
    "A deprecated TLS version is accepted",
    "SSL, TLS 1.0 and TLS 1.1 have known weaknesses (RFC 7568, RFC 8996).",
    "Require at least TLS 1.2.",
  ),
  unreadableTls: row(
    "tls-not-known",
    "medium",
    "The lowest TLS version cannot be read",
    "The version is in a form that this review does not know, so that an obsolete one may be accepted.",
    "State it as `1.2` or `1.3`.",
  ),
  endless: row(
    "session-endless",
    "medium",
    "A session may last without limit",
    "The API reference does not show what 0 means. A stolen session, or the session of a revoked user, may stay valid.",
    "State a limit in seconds.",
  ),
  passesOptions: row(
    "check-weakened",
    "medium",
    "A login is weaker",
    "Requests or users that were rejected are admitted.",
    "Make sure that the admitted requests do no harm.",
  ),
  touchy: row(
    "circuit-breaker-sensitive",
    "medium",
    "A circuit breaker trips at a single failure",
    "One failing request, which a client may be able to cause, stops all requests for a while.",
    "Raise the thresholds.",
  ),
  adopts: row(
    "module-adopted",
    "medium",
    "A module that may have been configured elsewhere is replaced",
    "With `adopt`, the configuration on the server is replaced, whatever it is: the preview does not show it.",
    "Run `pulumi import` first, and compare the configuration.",
  ),
} as const satisfies Readonly<Record<string, LintRow>>;

/** All rows, as rules of the review. */
export const lintRows: readonly LintRow[] = Object.values(rows);

/** What of a flaw has a default. */
type Details = Pick<Flaw, "strength" | "degree"> & { readonly isLikelyMistake?: boolean };

export const flaw = (of: LintRow, path: string, phrase: string, effect: string, details: Details = {}): Flaw => ({
  ...{ row: of, path, effect, phrase, isLikelyMistake: true },
  ...details,
});
