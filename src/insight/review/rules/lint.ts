import { isInForce } from "../../ingress/blocks";
import { flawsOf } from "../../ingress/lint";
import { type Flaw, lintRows, rows } from "../../ingress/lint-rows";
import { moduleTitle } from "../../ingress/modules";
import type { ObjectChange } from "../changes";
import { declare, type Example, example, google, jwt, oauth, of, ofRoute, policy, tls } from "./example";
import { keptModules, type Match, match, type Rule } from "./rule";

/** What is new in the lint of the ingress after the change. */

/** Whether a module had the flaw before, or a worse one of its kind. */
const isOld = (flaw: Flaw, old: readonly Flaw[]): boolean =>
  old.some(
    ({ row, path, effect, degree }) =>
      row === flaw.row &&
      path === flaw.path &&
      (flaw.degree === undefined ? effect === flaw.effect : (degree ?? 0) >= flaw.degree),
  );

interface NewFlaw {
  readonly flaw: Flaw;
  readonly match: Match;
}

/** Each row is a rule, and all of them ask for the flaws of the same change. */
const known = new WeakMap<ObjectChange, readonly NewFlaw[]>();

function newFlawsOf(change: ObjectChange): readonly NewFlaw[] {
  const found = known.get(change) ?? findNewFlaws(change);
  known.set(change, found);
  return found;
}

/** The new flaws of a change. A protection that is new keeps out more than none did: what it lacks is another rule's. */
function findNewFlaws({ action, before, after }: ObjectChange): NewFlaw[] {
  if (action === "deleted" || action === "retained") return [];
  return Object.entries(after.modules).flatMap(([name, block]) => {
    const old = before.modules[name];
    const isNew = !isInForce(old);
    if (block.keptBecause) return [];
    const earlier = old && !isNew ? flawsOf(name, old) : [];
    return flawsOf(name, block)
      .filter((flaw) => (flaw.row === rows.adopts ? old === undefined : !isOld(flaw, earlier)))
      .filter((flaw) => !isNew || (flaw.strength === undefined && (flaw.isLikelyMistake || action === "kept")))
      .filter((flaw) => flaw.row !== rows.passesOptions || !isNew)
      .map((flaw) => ({
        flaw,
        match: match(block, flaw.path, "found", { effect: flaw.effect, module: moduleTitle(name) }),
      }));
  });
}

const examples: Readonly<Record<string, Example>> = {
  "allow-list-emptied": ofRoute({ oauth }, { oauth: { provider: { provider1: {} } } }),
  "public-domain-allowed": ofRoute(google("acme.com"), google("acme.com", "gmail.com")),
  "wildcard-allowed": ofRoute({ oauth }, { oauth: { provider: { provider1: { organizations: ["*"] } } } }),
  "public-issuer-allowed": ofRoute(
    { oidc: { issuer: "https://login.acme.com", clientId: "web" } },
    { oidc: { issuer: "https://accounts.google.com", clientId: "web" } },
  ),
  "weak-algorithm": ofRoute(
    jwt({ jws: { allowedAlgorithms: ["RS256"] } }),
    jwt({ jws: { allowedAlgorithms: ["none"] } }),
  ),
  "algorithm-not-known": ofRoute(
    jwt({ jws: { allowedAlgorithms: ["RS256"] } }),
    jwt({ jws: { allowedAlgorithms: ["RS256", "dir"] } }),
  ),
  "webhook-secret-removed": ofRoute(
    { webhookVerification: { provider: "github", secret: "…" } },
    { webhookVerification: { provider: "github" } },
  ),
  "policy-emptied": ofRoute(policy("a"), { policy: { inbound: {} } }),
  "tls-obsolete": of("HttpsEdgeTlsTermination", tls("1.2"), tls("1.0")),
  "tls-not-known": of("HttpsEdgeTlsTermination", tls("1.2"), tls("modern")),
  "session-endless": ofRoute({ oauth }, { oauth: { ...oauth, maximumDuration: 0 } }),
  "check-weakened": ofRoute({ oauth }, { oauth: { ...oauth, optionsPassthrough: true } }),
  "circuit-breaker-sensitive": ofRoute(
    { circuitBreaker: { volumeThreshold: 20 } },
    { circuitBreaker: { volumeThreshold: 1 } },
  ),
  "module-adopted": example([], [declare("HttpsEdgeTlsTermination", { ...tls("1.3"), adopt: true })]),
};

/** A secret that goes, although the new provider may need none. */
const findLostSecret = (change: ObjectChange): Match[] =>
  keptModules(change, ["webhookVerification"])
    .filter(({ name, after }) => !flawsOf(name, after).some(({ row }) => row === rows.unsigned))
    .filter(({ before, after }) => before.values.secret && !after.values.secret && !after.opaqueAs)
    .map(({ after }) => match(after, "secret", "found", { effect: "webhooks are verified without a secret" }));

const messages = { found: "{effect}" };

export const lintRules: readonly Rule[] = lintRows.map(
  (row): Rule => ({
    ...{ ...row, messages },
    ...(examples[row.id] && { example: examples[row.id] }),
    find: (change) => [
      ...newFlawsOf(change).flatMap(({ flaw, match: found }) => (flaw.row === row ? [found] : [])),
      ...(row === rows.unsigned ? findLostSecret(change) : []),
    ],
  }),
);
