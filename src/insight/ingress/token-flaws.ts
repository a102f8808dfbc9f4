import type { Arguments } from "./arguments";
import { type Flaw, flaw, flawKinds } from "./flaw-kinds";
import { emptyListFlaws, hasWildcard, isEmptyList, textsAt, wildcardFlaws } from "./list-flaws";
import { publicIssuerFlaws } from "./login-flaws";

/** Flaws of the validation of tokens. */

export const ISSUERS = "issuer.allowList";
export const AUDIENCES = "audience.allowList";
export const ALGORITHMS = "jws.allowedAlgorithms";
export const KEY_ADDRESSES = "jws.keys.sources.additionalJkus";

/** Judges a signing algorithm, in whatever spelling. */
function soundnessOf(algorithm: string): "unsigned" | "weak" | "unknown" | "sound" {
  const spelled = algorithm.normalize("NFKC").toUpperCase().replaceAll(/[ _-]/g, "");
  const name = spelled.replaceAll(/[^A-Z0-9*]/g, "");
  if (/^(NONE|NULL|NIL|NO|UNSIGNED|UNSECURED)$/.test(name)) return "unsigned";
  // With a shared secret, whoever validates a token can create a token; SHA-1 is broken; the rest may be every algorithm.
  if (/^(HS\d*|HMAC.*|SYMMETRIC|[RPE]S1|.*SHA1|\**)$/.test(name)) return "weak";
  // With an invisible letter, it is another name.
  return /^([RPE]S(256|384|512)|ES256K|EDDSA|ED25519|ED448)$/.test(spelled) ? "sound" : "unknown";
}

export function* algorithmFlaws(args: Arguments): Generator<Flaw> {
  for (const algorithm of textsAt(args, ALGORITHMS)) {
    const soundness = soundnessOf(algorithm);
    if (soundness === "sound") continue;
    const kind = soundness === "unknown" ? flawKinds.unknownAlgorithm : flawKinds.weakAlgorithm;
    const strength = soundness === "unsigned" ? "nothing" : "weak";
    const message = `tokens signed with ${algorithm.trim() || '""'} are accepted`;
    yield flaw({
      kind,
      path: ALGORITHMS,
      summary: "accepts an algorithm without a sound signature",
      message,
      strength,
    });
  }
}

const ANY_TOKEN = "every token may be accepted: no issuer, audience or signing algorithm is listed";

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
  yield* wildcardFlaws(args, ISSUERS, "issuers", "weak");
  yield* wildcardFlaws(args, AUDIENCES, "audiences");
  if ([ISSUERS, AUDIENCES, ALGORITHMS].every((path) => isEmptyList(args, path))) {
    const summary = "lists no issuer, audience or signing algorithm";
    yield flaw({
      kind: flawKinds.emptyList,
      path: "",
      summary,
      message: ANY_TOKEN,
      strength: "nothing",
    });
    return;
  }
  yield* emptyListFlaws(args, ISSUERS, ANY_ISSUER);
  yield* emptyListFlaws(args, ALGORITHMS, ANY_ALGORITHM);
  // Everybody with an account can get tokens that name another service as the audience.
  const isForAnyAudience = isEmptyList(args, AUDIENCES) || hasWildcard(args, AUDIENCES);
  if (!isForAnyAudience) return;
  for (const issuer of textsAt(args, ISSUERS))
    yield* publicIssuerFlaws(issuer, ISSUERS, "no audience is listed");
}
