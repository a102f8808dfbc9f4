/** A kind of flaw, which a rule of the review reports. */
export interface FlawKind {
  /** The id of the rule. */
  readonly id: string;
  readonly severity: "high" | "medium" | "low";
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}

const kind = (
  id: string,
  severity: FlawKind["severity"],
  texts: Pick<FlawKind, "title" | "why" | "fix">,
): FlawKind => ({ id, severity, ...texts });

/** A flaw of a module, as the program configures it. */
export interface Flaw {
  readonly kind: FlawKind;
  /** The argument that has the flaw. */
  readonly path: string;
  /** The message, after the name of a route or edge. */
  readonly message: string;
  /** The message after the name of the module, without a value of the program: policies get secrets in plaintext. */
  readonly summary: string;
  /** The most that a protection with the flaw keeps out; absent if the flaw does not concern that. */
  readonly strength?: "nothing" | "minimal" | "weak";
  /** True if a new module with the flaw is most likely a mistake. Default: true. */
  readonly isLikelyMistake: boolean;
  /**
   * The gravity of the flaw among flaws of its kind: a higher level is worse. Default: flaws of the kind are the same flaw only if their
   * messages are equal.
   */
  readonly level?: number;
}

export const flawKinds = {
  emptyList: kind("allow-list-emptied", "high", {
    title: "An allow-list is empty or removed",
    why: "An empty list usually admits everyone the module can authenticate. A list of blank entries counts as empty.",
    fix: "Keep at least one entry, or remove the module if everyone is allowed.",
  }),
  publicDomain: kind("public-domain-allowed", "high", {
    title: "An allowed e-mail domain is open to everyone",
    why: "Anyone can create an account there, and is admitted.",
    fix: "List the addresses of the allowed users instead of the domain.",
  }),
  wildcard: kind("wildcard-allowed", "high", {
    title: "An allow-list has a wildcard or a blank entry",
    why: "If the service takes the entry for a pattern, every name matches it.",
    fix: "List the names that are allowed.",
  }),
  publicIssuer: kind("public-issuer-allowed", "high", {
    title: "Everyone who gets an account at the OpenID provider is admitted",
    why: "Anyone can create an account there. OpenID Connect has no list of users, and a token for any service is valid if no audience is listed.",
    fix: "Use the issuer of your own organization, OAuth with a list of users, or, for tokens, a list of audiences.",
  }),
  weakAlgorithm: kind("weak-algorithm", "high", {
    title: "Tokens without a sound signature, or signed with a shared secret, are accepted",
    why: "With `none`, anyone can create valid tokens. With HS256 and similar, whoever can validate tokens can create them, and a public key may be accepted as the secret. SHA-1 is broken.",
    fix: "Allow only asymmetric algorithms.",
  }),
  unknownAlgorithm: kind("algorithm-not-known", "medium", {
    title: "Tokens signed with an algorithm of an unknown name are accepted",
    why: "The name is none of the sound algorithms that RFC 7518 and RFC 8037 define.",
    fix: "List algorithms such as RS256 or ES256 only.",
  }),
  unsigned: kind("webhook-secret-removed", "high", {
    title: "Webhooks are verified without a secret",
    why: "All providers but one need the secret: without it, forged webhooks are accepted.",
    fix: "Keep the secret, unless the provider signs with its own key.",
  }),
  noRule: kind("policy-emptied", "high", {
    title: "A traffic policy has no rule for requests",
    why: "A policy without rules rejects nothing.",
    fix: "Keep the rules, or remove the policy if everyone is allowed.",
  }),
  oldTls: kind("tls-obsolete", "high", {
    title: "A deprecated TLS version is accepted",
    why: "SSL, TLS 1.0 and TLS 1.1 have known weaknesses (RFC 7568, RFC 8996).",
    fix: "Require at least TLS 1.2.",
  }),
  unreadableTls: kind("tls-not-known", "medium", {
    title: "The lowest TLS version cannot be read",
    why: "The version is in a form that this review does not know, so that an obsolete one may be accepted.",
    fix: "State it as `1.2` or `1.3`.",
  }),
  endless: kind("session-endless", "medium", {
    title: "A session may last without limit",
    why: "The API reference does not show what 0 means. A stolen session, or the session of a revoked user, may stay valid.",
    fix: "State a limit in seconds.",
  }),
  weakLogin: kind("check-weakened", "medium", {
    title: "A login is weaker",
    why: "Requests or users that were rejected are admitted.",
    fix: "Make sure that the admitted requests do no harm.",
  }),
  sensitive: kind("circuit-breaker-sensitive", "medium", {
    title: "A circuit breaker trips at a single failure",
    why: "One failing request, which a client may be able to cause, stops all requests for a while.",
    fix: "Raise the thresholds.",
  }),
  neverTrips: kind("circuit-breaker-ineffective", "medium", {
    title: "A circuit breaker never trips",
    why: "No window has as many requests as the threshold, so a failing upstream receives every request.",
    fix: "State a threshold that the traffic of the route reaches, or remove the circuit breaker.",
  }),
  longTrip: kind("circuit-breaker-open-long", "medium", {
    title: "A circuit breaker stays open for more than an hour",
    why: "After a trip, the route serves nothing for that time, even if the upstream has recovered.",
    fix: "State a duration in which an upstream recovers, such as 30 seconds.",
  }),
  plainHttp: kind("identity-without-tls", "medium", {
    title: "An identity provider or its keys have an address without TLS",
    why: "Anyone on the network path can answer in place of the identity provider, and so sign in as any user.",
    fix: "Use an https:// address.",
  }),
  adopts: kind("module-adopted", "medium", {
    title: "A module that may have been configured elsewhere is replaced",
    why: "With `adopt`, the configuration on the server is replaced, whatever it is: the preview does not show it.",
    fix: "Read the configuration on the server first, and state the arguments that you want to keep.",
  }),
};

type FlawArguments = Omit<Flaw, "isLikelyMistake"> & Partial<Pick<Flaw, "isLikelyMistake">>;

export const flaw = (args: FlawArguments): Flaw => ({ isLikelyMistake: true, ...args });
