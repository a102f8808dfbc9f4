import type { Arguments } from "./arguments";
import { type Flaw, flaw, flawKinds } from "./flaw-kinds";
import { emptyListFlaws, hasWildcard, isEmptyList, textsAt, wildcardFlaws } from "./list-flaws";
import { publicIssuerFlaws } from "./login-flaws";

/** Flaws of the validation of tokens. */

export const ISSUERS = "issuer.allowList";
export const AUDIENCES = "audience.allowList";
export const ALGORITHMS = "jws.allowedAlgorithms";
export const KEY_ADDRESSES = "jws.keys.sources.additionalJkus";

/** The judgement on a signing algorithm; `unknown` for a name that is neither sound nor known to be weak. */
type Soundness = "unsigned" | "weak" | "unknown" | "sound";

/** The kinds of flaw by the soundness of an algorithm, and the most that a validation with the flaw keeps out. */
const ALGORITHM_FLAWS = {
  unsigned: { kind: flawKinds.weakAlgorithm, strength: "nothing" },
  weak: { kind: flawKinds.weakAlgorithm, strength: "weak" },
  unknown: { kind: flawKinds.unknownAlgorithm, strength: "weak" },
} as const satisfies Record<Exclude<Soundness, "sound">, Pick<Flaw, "kind" | "strength">>;

export function* algorithmFlaws(args: Arguments): Generator<Flaw> {
  for (const algorithm of textsAt(args, ALGORITHMS)) {
    const soundness = soundnessOf(algorithm);
    if (soundness === "sound") continue;
    yield flaw({
      ...ALGORITHM_FLAWS[soundness],
      path: ALGORITHMS,
      summary: "accepts an algorithm without a sound signature",
      message: `tokens signed with ${algorithm.trim() || '""'} are accepted`,
    });
  }
}

/** Judges a signing algorithm, in whatever spelling. */
function soundnessOf(algorithm: string): Soundness {
  const spelled = algorithm.normalize("NFKC").toUpperCase().replaceAll(/[ _-]/g, "");
  const name = spelled.replaceAll(/[^A-Z0-9*]/g, "");
  if (/^(NONE|NULL|NIL|NO|UNSIGNED|UNSECURED)$/.test(name)) return "unsigned";
  // With a shared secret, whoever validates a token can create a token; SHA-1 is broken; a wildcard may be every algorithm.
  if (/^(HS\d*|HMAC.*|SYMMETRIC|[RPE]S1|.*SHA1|\**)$/.test(name)) return "weak";
  // Other characters are ignored only to recognize a weak name: with an invisible letter, a sound name is another name.
  return /^([RPE]S(256|384|512)|ES256K|EDDSA|ED25519|ED448)$/.test(spelled) ? "sound" : "unknown";
}

const ANY_TOKEN = {
  summary: "lists no issuer, audience or signing algorithm",
  message: "every token may be accepted: no issuer, audience or signing algorithm is listed",
  strength: "nothing",
} as const;

const ANY_ISSUER = {
  summary: "lists no issuer",
  message: "tokens of every issuer may be accepted: no issuer is listed",
  strength: "weak",
} as const;

const ANY_ALGORITHM = {
  summary: "lists no signing algorithm",
  message: "tokens of every signing algorithm may be accepted: none is listed",
  strength: "weak",
} as const;

/** Finds lists that admit every token, or the tokens of everybody. */
export function* tokenListFlaws(args: Arguments): Generator<Flaw> {
  yield* wildcardFlaws(args, ISSUERS, { noun: "issuers", strength: "weak" });
  yield* wildcardFlaws(args, AUDIENCES, { noun: "audiences" });
  const areAllEmpty = [ISSUERS, AUDIENCES, ALGORITHMS].every((path) => isEmptyList(args, path));
  if (areAllEmpty) {
    yield flaw({ kind: flawKinds.emptyList, path: "", ...ANY_TOKEN });
    return;
  }
  yield* emptyListFlaws(args, ISSUERS, ANY_ISSUER);
  yield* emptyListFlaws(args, ALGORITHMS, ANY_ALGORITHM);
  yield* publicIssuersOfAnyAudience(args);
}

/** Everybody with an account at a public issuer can get tokens from it that name another service as the audience. */
function* publicIssuersOfAnyAudience(args: Arguments): Generator<Flaw> {
  const reason = anyAudienceReason(args);
  if (reason === undefined) return;
  for (const issuer of textsAt(args, ISSUERS)) yield* publicIssuerFlaws(issuer, ISSUERS, reason);
}

function anyAudienceReason(args: Arguments): string | undefined {
  if (isEmptyList(args, AUDIENCES)) return "no audience is listed";
  return hasWildcard(args, AUDIENCES) ? "a wildcard is listed as an audience" : undefined;
}
