import { isObject } from "../../../core/schema/values";
import { addedTo, type Block, isOpaque, valueAt } from "../../ingress/blocks";
import { isWeakAlgorithm } from "../../ingress/protections";
import { differences } from "../differences";
import { compare, whenWeakened } from "./allow-lists";
import { hit, keptModules, type Rule } from "./rule";
import { listed } from "./words";

/** What a token or a signature has to prove. */

const TOKENS = "http.tokens";
const KEYS = "jws.keys.sources.additionalJkus";

/** Where tokens are read from. The type of a token is a hint for its parsing, but identity tokens are in more hands. */
function placesOf(block: Block): string[] | undefined {
  const tokens = valueAt(block, TOKENS);
  if (isOpaque(tokens)) return undefined;
  const all: readonly unknown[] = Array.isArray(tokens) ? tokens : [];
  return all
    .filter(isObject)
    .map(({ type, method, name, prefix = "" }) =>
      JSON.stringify([type === "it+jwt", method, String(name).toLowerCase(), prefix]),
    );
}

export const tokenRules: readonly Rule[] = [
  {
    id: "weak-algorithm",
    severity: "high",
    title: "Tokens without a sound signature, or signed with a shared secret, are accepted",
    why: "With `none`, anyone can create valid tokens. With HS256 and similar, whoever can validate tokens can create them, and a public key may be accepted as the secret. SHA-1 is broken.",
    todo: "Allow only asymmetric algorithms.",
    example: "`none` is added to `jwtValidation.jws.allowedAlgorithms`",
    find: (subject) => whenWeakened(subject, ["weak-algorithm"]),
  },
  {
    id: "webhook-secret-removed",
    severity: "high",
    title: "Webhooks are verified without a secret",
    why: "All providers but one need the secret: without it, forged webhooks are accepted.",
    todo: "Keep the secret, unless the provider signs with its own key.",
    example: "`webhookVerification.secret` is removed",
    find: (subject) => {
      const weakened = whenWeakened(subject, ["no-secret"]);
      if (weakened.length > 0) return weakened;
      return keptModules(subject, ["webhookVerification"])
        .filter(({ before, after }) => before.values.secret && !after.values.secret && !after.opaqueAs)
        .map(({ after }) => hit(after, "secret", "webhooks are verified without a secret"));
    },
  },
  {
    id: "policy-emptied",
    severity: "high",
    title: "A traffic policy has no rule left",
    why: "A policy without rules rejects nothing.",
    todo: "Keep the rules, or remove the policy if everyone is allowed.",
    example: "`policy.inbound` is removed",
    find: (subject) => whenWeakened(subject, ["no-rule"]),
  },
  {
    id: "signing-keys-added",
    severity: "medium",
    title: "Signing keys from another source are accepted",
    why: "Whoever serves those keys can create valid tokens.",
    todo: "Make sure that the address belongs to the issuer, and uses https.",
    example: "a URL is added to `jwtValidation.jws.keys.sources.additionalJkus`",
    find: (subject) =>
      keptModules(subject, ["jwtValidation"])
        .flatMap((pair) => compare(pair, KEYS))
        .filter(({ added }) => added.length > 0)
        .map((list) => list.hit(`keys from ${listed(list.added)} sign tokens that are accepted`)),
  },
  {
    id: "token-location-changed",
    severity: "medium",
    title: "Tokens are read from another place of a request",
    why: "A proxy or a page that may not set the old place may set the new one, and clients that use the old one are rejected.",
    todo: "Make sure that only the issuer's clients can set the new place.",
    example: "a token in the body is accepted, in addition to the header",
    find: (subject) =>
      keptModules(subject, ["jwtValidation"]).flatMap(({ before, after }) => {
        const [was, now] = [placesOf(before), placesOf(after)];
        const isOther = was && now && (addedTo(was, now).length > 0 || (was.length > 0 && now.length === 0));
        return isOther ? [hit(after, TOKENS, "tokens are read from another place of a request")] : [];
      }),
  },
  {
    id: "policy-changed",
    severity: "medium",
    title: "A traffic policy changes",
    why: "The service interprets the expressions and actions: this review cannot determine whether they admit more.",
    todo: "Compare the expressions and actions before and after.",
    example: "an expression of `policy.inbound` changes",
    find: (subject) =>
      keptModules(subject, ["policy"]).flatMap(({ before, after }) =>
        differences(before, after)
          .filter(({ path, outcome }) => outcome === "changed" && !path.endsWith(".name"))
          .map(({ path }) => hit(after, path, "its traffic policy changes")),
      ),
  },
  {
    id: "algorithm-added",
    severity: "low",
    title: "Another signing algorithm is accepted",
    why: "Tokens that were rejected are accepted.",
    todo: "Check that the issuer uses this algorithm.",
    example: "`ES256` is added to `jwtValidation.jws.allowedAlgorithms`",
    find: (subject) =>
      keptModules(subject, ["jwtValidation"])
        .flatMap((pair) => compare(pair, "jws.allowedAlgorithms"))
        .filter(({ before, added }) => before.length > 0 && !added.every(isWeakAlgorithm))
        .map((list) => list.hit(`tokens signed with ${listed(list.added)} are accepted`)),
  },
];
