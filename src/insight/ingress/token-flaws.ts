import { type Block, isOpaque, listAt } from "./blocks";
import { type Flaw, flaw, rows } from "./lint-rows";
import { emptyList, isEmpty, wildcards } from "./list-flaws";

export const ALGORITHMS = "jws.allowedAlgorithms";
const [ISSUERS, AUDIENCES] = ["issuer.allowList", "audience.allowList"];

/** How sound a signing algorithm is, in whatever spelling. */
function soundnessOf(algorithm: string): "unsigned" | "weak" | "unknown" | "sound" {
  const spelled = algorithm.normalize("NFKC").toUpperCase().replaceAll(/[ _-]/g, "");
  const name = spelled.replaceAll(/[^A-Z0-9*]/g, "");
  if (/^(NONE|NULL|NIL|NO|UNSIGNED|UNSECURED)$/.test(name)) return "unsigned";
  // With a shared secret, whoever validates a token can create one; SHA-1 is broken; the rest may be every algorithm.
  if (/^(HS\d*|HMAC.*|SYMMETRIC|[RPE]S1|.*SHA1|\**)$/.test(name)) return "weak";
  // A letter that cannot be seen makes another name.
  return /^([RPE]S(256|384|512)|ES256K|EDDSA|ED25519|ED448)$/.test(spelled) ? "sound" : "unknown";
}

function algorithmFlaws(block: Block): Flaw[] {
  return (listAt(block, ALGORITHMS) ?? []).flatMap((algorithm) => {
    const soundness = isOpaque(algorithm) ? "sound" : soundnessOf(algorithm);
    if (soundness === "sound") return [];
    const phrase = "accepts an algorithm without a sound signature";
    const effect = `tokens signed with ${algorithm.trim() || '""'} are accepted`;
    const row = soundness === "unknown" ? rows.unknownAlgorithm : rows.weakAlgorithm;
    return [flaw(row, ALGORITHMS, phrase, effect, { strength: soundness === "unsigned" ? "nothing" : "weak" })];
  });
}

export function jwtFlaws(block: Block): Flaw[] {
  const found = [
    ...algorithmFlaws(block),
    ...wildcards(ISSUERS, "issuers", "weak")(block),
    ...wildcards(AUDIENCES, "audiences")(block),
  ];
  if ([ISSUERS, AUDIENCES, ALGORITHMS].every((path) => isEmpty(block, path))) {
    const effect = "every token may be accepted: no issuer, audience or signing algorithm is listed";
    const phrase = "lists no issuer, audience or signing algorithm";
    return [...found, flaw(rows.emptyList, "", phrase, effect, { strength: "nothing" })];
  }
  const issuer = "tokens of every issuer may be accepted: no issuer is listed";
  const algorithm = "tokens of every signing algorithm may be accepted: none is listed";
  return [
    ...found,
    ...emptyList(ISSUERS, issuer, "weak", false, "lists no issuer")(block),
    ...emptyList(ALGORITHMS, algorithm, "weak", false, "lists no signing algorithm")(block),
  ];
}
