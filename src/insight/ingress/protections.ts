import { admittedBy, isForEverybody, providerPath } from "./admitted";
import { type Block, isOpaque, listAt, textAt, valueAt } from "./blocks";

/** What a protection asks of a request. One of another kind does not take its place. */
export type Factor = "credential" | "signature" | "address" | "policy";

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
  readonly factor: Factor;
  /** The strength without a weakness. */
  readonly best: "weak" | "real";
  /** Paths of the values that decide about the strength. */
  readonly decisive: readonly string[];
  weaknesses(block: Block): readonly Weakness[];
}

const weakness = (
  id: Weakness["id"],
  strength: Weakness["strength"],
  path: string,
  says: string,
  isLikelyMistake = true,
): Weakness => ({ id, strength, path, says, isLikelyMistake });

const isEmpty = (block: Block, path: string): boolean => listAt(block, path)?.length === 0;

const withList = (factor: Factor, path: string, says: string): Protection => ({
  factor,
  best: "real",
  decisive: [path],
  weaknesses: (block) => (isEmpty(block, path) ? [weakness("no-list", "nothing", path, says)] : []),
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

function oauthWeaknesses(block: Block): Weakness[] {
  const admitted = admittedBy(block);
  if (isOpaque(valueAt(block, "provider")) || !admitted) return [];
  const path = providerPath(block);
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

function jwtWeaknesses(block: Block): Weakness[] {
  const algorithms = listAt(block, ALGORITHMS) ?? [];
  const weak = algorithms.filter(isWeakAlgorithm);
  const signature = weak.map((algorithm) =>
    weakness(
      "weak-algorithm",
      isUnsigned(algorithm) ? "nothing" : "weak",
      ALGORITHMS,
      `tokens signed with ${algorithm.trim() || '""'} are accepted`,
    ),
  );
  const [noIssuer, noAudience] = [isEmpty(block, ISSUERS), isEmpty(block, AUDIENCES)];
  if (noIssuer && noAudience && isEmpty(block, ALGORITHMS)) {
    const says = "every token may be accepted: no issuer, audience or signing algorithm is listed";
    return [...signature, weakness("no-claims", "nothing", "", says)];
  }
  const issuer = "tokens of every issuer may be accepted: no issuer is listed";
  const algorithm = "tokens of every signing algorithm may be accepted: none is listed";
  return [
    ...signature,
    ...(noIssuer ? [weakness("no-issuer", "weak", ISSUERS, issuer, false)] : []),
    ...(isEmpty(block, ALGORITHMS) ? [weakness("no-algorithm", "weak", ALGORITHMS, algorithm, false)] : []),
  ];
}

/** The one provider that the API does not require a secret for is a cloud notification service. */
const signsWithOwnKey = (provider: string | undefined): boolean => /sns|notification/i.test(provider ?? "");

function webhookWeaknesses(block: Block): Weakness[] {
  const says = "forged webhooks are accepted: they are verified without a secret";
  // Without a secret, the API accepts only the provider that needs none.
  const isSigned =
    valueAt(block, "secret") || isOpaque(valueAt(block, "provider")) || signsWithOwnKey(textAt(block, "provider"));
  return isSigned ? [] : [weakness("no-secret", "nothing", "secret", says)];
}

/** OpenID providers at which everyone can get an account. */
const publicIssuers =
  /^https:\/\/(accounts\.google\.com|login\.(microsoftonline|live|yahoo)\.com\/?(common|consumers|organizations|9188040d-6c67-4c5b-b112-36a304b66dad)?(\/v2\.0)?|slack\.com|appleid\.apple\.com|(www\.)?facebook\.com|github\.com|gitlab\.com|(www\.)?linkedin\.com(\/oauth)?|id\.twitch\.tv\/oauth2|access\.line\.me|token\.actions\.githubusercontent\.com|(api\.login\.)?yahoo\.com|www\.amazon\.com|bitbucket\.org)\/?$/i;

function oidcWeaknesses(block: Block): Weakness[] {
  const text = textAt(block, "issuer") ?? "";
  const issuer = text
    .trim()
    .replace(/:443(?=\/|$)/, "")
    .replace(/\/\.well-known\/openid-configuration$/, "");
  const says = `everyone with an account at ${issuer} is admitted: OpenID Connect has no list of users`;
  return publicIssuers.test(issuer) ? [weakness("public-issuer", "slight", "issuer", says)] : [];
}

/** A rule for requests rejects something only by an action. What it does to responses lets the request through. */
const policyWeaknesses = (block: Block): Weakness[] => {
  if (valueAt(block, "inbound.actions.type")) return [];
  const isOutbound = Boolean(valueAt(block, "outbound.actions.type"));
  const says = `its traffic policy has no action for requests${isOutbound ? ", only for responses" : ""}`;
  return [weakness("no-rule", isOutbound ? "slight" : "nothing", "inbound", says)];
};

/** The modules that decide who gets in. */
export const protections: Readonly<Record<string, Protection>> = {
  oauth: { factor: "credential", best: "real", decisive: ["provider"], weaknesses: oauthWeaknesses },
  saml: {
    factor: "credential",
    best: "real",
    decisive: ["authorizedGroups"],
    weaknesses: (block) => {
      const says = "everyone whom the identity provider signs in is admitted: no group is listed";
      return isEmpty(block, "authorizedGroups") ? [weakness("no-list", "weak", "authorizedGroups", says, false)] : [];
    },
  },
  // It has no list: whoever the provider signs in is admitted.
  oidc: { factor: "credential", best: "weak", decisive: [], weaknesses: oidcWeaknesses },
  jwtValidation: {
    factor: "credential",
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
    factor: "signature",
    best: "real",
    decisive: ["provider"],
    weaknesses: webhookWeaknesses,
  },
  // The API's reference does not show what expressions and actions mean.
  policy: {
    factor: "policy",
    best: "weak",
    decisive: ["inbound", "outbound"],
    weaknesses: policyWeaknesses,
  },
};

/** The weaknesses of a module that is in force. */
export const weaknessesOf = (name: string, block: Block): readonly Weakness[] =>
  block.opaqueAs === undefined ? (protections[name]?.weaknesses(block) ?? []) : [];
