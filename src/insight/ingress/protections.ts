import { admittedBy, isForEverybody, providerPath } from "./admitted";
import { isOpaque, listAt, type Part, textAt, valueAt } from "./parts";

/** What a protection asks of a request. One of another kind does not take its place. */
export type Proof = "credential" | "signature" | "address" | "policy";

/** A reason why a protection is not as strong as it could be. */
export interface Weakness {
  /** The same for all weaknesses of a kind. */
  readonly id:
    | "no-list"
    | "public-domain"
    | "public-issuer"
    | "no-secret"
    | "weak-algorithm"
    | "no-claims"
    | "no-issuer"
    | "no-algorithm"
    | "no-rule";
  readonly strength: "nothing" | "slight" | "weak";
  readonly path: string;
  /** What it means, in words that follow the name of the module's route or edge. */
  readonly says: string;
  /** Whether a new module is most likely a mistake with it. */
  readonly isLikelyMistake: boolean;
}

/** What a weakness is, without the values of the program that a policy must not repeat. */
export const weaknessTitles: Readonly<Record<Weakness["id"], string>> = {
  "no-list": "lists nobody",
  "public-domain": "admits an e-mail domain in which anyone can get an address",
  "public-issuer": "admits everyone with an account at a public issuer",
  "no-secret": "verifies webhooks without a secret",
  "weak-algorithm": "accepts an algorithm without a sound signature",
  "no-claims": "lists no issuer, audience or signing algorithm",
  "no-issuer": "lists no issuer",
  "no-algorithm": "lists no signing algorithm",
  "no-rule": "has no action for requests",
};

interface Protection {
  readonly proof: Proof;
  /** The strength without a weakness. */
  readonly best: "weak" | "real";
  /** Paths of the values that decide about the strength. */
  readonly decisive: readonly string[];
  weaknesses(part: Part): readonly Weakness[];
}

const weakness = (
  id: Weakness["id"],
  strength: Weakness["strength"],
  path: string,
  says: string,
  isLikelyMistake = true,
): Weakness => ({ id, strength, path, says, isLikelyMistake });

const isEmpty = (part: Part, path: string): boolean => listAt(part, path)?.length === 0;

const withList = (proof: Proof, path: string, says: string): Protection => ({
  proof,
  best: "real",
  decisive: [path],
  weaknesses: (part) => (isEmpty(part, path) ? [weakness("no-list", "nothing", path, says)] : []),
});

const ALGORITHMS = "jws.allowedAlgorithms";
const [ISSUERS, AUDIENCES] = ["issuer.allowList", "audience.allowList"];

/** Anyone can create a token with `none`; with a shared secret, whoever validates a token can create one. */
const isUnsigned = (algorithm: string): boolean => /^\s*none\s*$/i.test(algorithm);
const isShared = (algorithm: string): boolean => /^\s*hs\d*\s*$/i.test(algorithm);
/** With SHA-1, for which collisions are known; or what may stand for every algorithm. */
const isBroken = (algorithm: string): boolean => /^\s*((rs|es|ps)1|\*)?\s*$/i.test(algorithm);

/** Whether a signing algorithm lets others than the issuer create tokens. */
export const isWeakAlgorithm = (algorithm: string): boolean =>
  isUnsigned(algorithm) || isShared(algorithm) || isBroken(algorithm);

function oauthWeaknesses(part: Part): Weakness[] {
  const admitted = admittedBy(part);
  if (isOpaque(valueAt(part, "provider")) || !admitted) return [];
  const path = providerPath(part);
  if (admitted.length === 0) {
    const says =
      "everyone whom the identity provider authenticates is admitted: no domain, address, team or organization is listed";
    return [weakness("no-list", "slight", path, says)];
  }
  return admitted
    .filter(isForEverybody)
    .map(({ list, name }) =>
      weakness("public-domain", "slight", `${path}.${list}`, `everyone with an address in ${name} is admitted`),
    );
}

function jwtWeaknesses(part: Part): Weakness[] {
  const algorithms = listAt(part, ALGORITHMS) ?? [];
  const weak = algorithms.filter(isWeakAlgorithm);
  const signature = weak.map((algorithm) =>
    weakness(
      "weak-algorithm",
      isUnsigned(algorithm) ? "nothing" : "weak",
      ALGORITHMS,
      `tokens signed with ${algorithm.trim() || '""'} are accepted`,
    ),
  );
  const [noIssuer, noAudience] = [isEmpty(part, ISSUERS), isEmpty(part, AUDIENCES)];
  if (noIssuer && noAudience && isEmpty(part, ALGORITHMS)) {
    const says = "every token may be accepted: no issuer, audience or signing algorithm is listed";
    return [...signature, weakness("no-claims", "nothing", "", says)];
  }
  const issuer = "tokens of every issuer may be accepted: no issuer is listed";
  const algorithm = "tokens of every signing algorithm may be accepted: none is listed";
  return [
    ...signature,
    ...(noIssuer ? [weakness("no-issuer", "weak", ISSUERS, issuer, false)] : []),
    ...(isEmpty(part, ALGORITHMS) ? [weakness("no-algorithm", "weak", ALGORITHMS, algorithm, false)] : []),
  ];
}

/** The one provider that the API does not require a secret for is a cloud notification service. */
const signsWithOwnKey = (provider: string | undefined): boolean => /sns|notification/i.test(provider ?? "");

function webhookWeaknesses(part: Part): Weakness[] {
  const says = "forged webhooks are accepted: they are verified without a secret";
  // Without a secret, the API accepts only the provider that needs none.
  const isSigned =
    valueAt(part, "secret") || isOpaque(valueAt(part, "provider")) || signsWithOwnKey(textAt(part, "provider"));
  return isSigned ? [] : [weakness("no-secret", "nothing", "secret", says)];
}

/** OpenID providers at which everyone can get an account. */
const publicIssuers =
  /^https:\/\/(accounts\.google\.com|login\.(microsoftonline|live|yahoo)\.com\/?(common|consumers|organizations|9188040d-6c67-4c5b-b112-36a304b66dad)?(\/v2\.0)?|slack\.com|appleid\.apple\.com|(www\.)?facebook\.com|github\.com|gitlab\.com|(www\.)?linkedin\.com(\/oauth)?|id\.twitch\.tv\/oauth2|access\.line\.me|token\.actions\.githubusercontent\.com|(api\.login\.)?yahoo\.com|www\.amazon\.com|bitbucket\.org)\/?$/i;

function oidcWeaknesses(part: Part): Weakness[] {
  const text = textAt(part, "issuer") ?? "";
  const issuer = text
    .trim()
    .replace(/:443(?=\/|$)/, "")
    .replace(/\/\.well-known\/openid-configuration$/, "");
  const says = `everyone with an account at ${issuer} is admitted: OpenID Connect has no list of users`;
  return publicIssuers.test(issuer) ? [weakness("public-issuer", "slight", "issuer", says)] : [];
}

/** A rule for requests rejects something only by an action. What it does to responses lets the request through. */
const policyWeaknesses = (part: Part): Weakness[] => {
  if (valueAt(part, "inbound.actions.type")) return [];
  const isOutbound = Boolean(valueAt(part, "outbound.actions.type"));
  const says = `its traffic policy has no action for requests${isOutbound ? ", only for responses" : ""}`;
  return [weakness("no-rule", isOutbound ? "slight" : "nothing", "inbound", says)];
};

/** The modules that decide who gets in. */
export const protections: Readonly<Record<string, Protection>> = {
  oauth: { proof: "credential", best: "real", decisive: ["provider"], weaknesses: oauthWeaknesses },
  saml: {
    proof: "credential",
    best: "real",
    decisive: ["authorizedGroups"],
    weaknesses: (part) => {
      const says = "everyone whom the identity provider signs in is admitted: no group is listed";
      return isEmpty(part, "authorizedGroups") ? [weakness("no-list", "weak", "authorizedGroups", says, false)] : [];
    },
  },
  // It has no list: whoever the provider signs in is admitted.
  oidc: { proof: "credential", best: "weak", decisive: [], weaknesses: oidcWeaknesses },
  jwtValidation: {
    proof: "credential",
    best: "real",
    decisive: [ISSUERS, AUDIENCES, ALGORITHMS],
    weaknesses: jwtWeaknesses,
  },
  mutualTls: withList(
    "credential",
    "certificateAuthorityIds",
    "clients may need no certificate: no certificate authority is listed",
  ),
  ipRestriction: withList("address", "ipPolicyIds", "every source address may be allowed: no IP policy is listed"),
  webhookVerification: {
    proof: "signature",
    best: "real",
    decisive: ["provider"],
    weaknesses: webhookWeaknesses,
  },
  // The API's reference does not show what expressions and actions mean.
  policy: {
    proof: "policy",
    best: "weak",
    decisive: ["inbound", "outbound"],
    weaknesses: policyWeaknesses,
  },
};

/** The weaknesses of a module that is in force. */
export const weaknessesOf = (name: string, part: Part): readonly Weakness[] =>
  part.whole === undefined ? (protections[name]?.weaknesses(part) ?? []) : [];
