import { type Block, isInForce, isOpaque, textAt, valueAt } from "./blocks";
import { type Flaw, flaw, rows } from "./lint-rows";
import { emptyList, wildcards } from "./list-flaws";
import { oauthFlaws, oidcFlaws, sessionFlaws } from "./login-flaws";
import type { ModuleName } from "./modules";
import { OLDEST_SOUND_TLS, tlsVersionOf } from "./tls";
import { jwtFlaws } from "./token-flaws";

/** What is wrong with a module as it is, whoever asks: the review, a policy, an explanation or a map. */

/** The one provider that the API does not require a secret for is a cloud notification service. */
const signsWithOwnKey = (provider: string | undefined): boolean => /sns|notification/i.test(provider ?? "");

function webhookFlaws(block: Block): Flaw[] {
  const secret = valueAt(block, "secret");
  const hasSecret = typeof secret === "string" ? secret.trim() !== "" : Boolean(secret);
  // Without a secret, the API accepts only the provider that needs none.
  if (hasSecret || isOpaque(valueAt(block, "provider")) || signsWithOwnKey(textAt(block, "provider"))) return [];
  const effect = "forged webhooks are accepted: they are verified without a secret";
  return [flaw(rows.unsigned, "secret", "verifies webhooks without a secret", effect, { strength: "nothing" })];
}

/** A rule for requests rejects something only by an action. What it does to responses lets the request through. */
function policyFlaws(block: Block): Flaw[] {
  if (valueAt(block, "inbound.actions.type")) return [];
  const isOutbound = Boolean(valueAt(block, "outbound.actions.type"));
  const effect = `its traffic policy has no action for requests${isOutbound ? ", only for responses" : ""}`;
  const strength = isOutbound ? "slight" : "nothing";
  return [flaw(rows.noRule, "inbound", "has no action for requests", effect, { strength })];
}

function tlsFlaws(block: Block): Flaw[] {
  const version = tlsVersionOf(block);
  const text = textAt(block, "minVersion") ?? "";
  if (version === "unknown" && !isOpaque(valueAt(block, "minVersion"))) {
    const effect = `its lowest TLS version cannot be read: "${text}"`;
    return [flaw(rows.unreadableTls, "minVersion", "has a version that cannot be read", effect)];
  }
  if (typeof version !== "number" || version >= OLDEST_SOUND_TLS) return [];
  const effect = `version ${text} of TLS is accepted`;
  return [flaw(rows.oldTls, "minVersion", "accepts an old version", effect, { degree: -version })];
}

/** Whether one failing request is enough. */
const breakerFlaws = (block: Block): Flaw[] =>
  [
    ["volumeThreshold", 1],
    ["errorThresholdPercentage", 0.01],
  ].flatMap(([path, limit]) => {
    const value = valueAt(block, String(path));
    if (typeof value !== "number" || value > Number(limit)) return [];
    const effect = `its circuit breaker trips at ${value} (${path})`;
    return [flaw(rows.touchy, String(path), "trips at a single failure", effect, { degree: 0 })];
  });

const NO_GROUP = "everyone whom the identity provider signs in is admitted: no group is listed";
const NO_AUTHORITY = "clients may need no certificate: no certificate authority is listed";
const NO_ADDRESS = "every source address may be allowed: no IP policy is listed";

const found: Readonly<Partial<Record<ModuleName, readonly ((block: Block) => readonly Flaw[])[]>>> = {
  oauth: [oauthFlaws],
  saml: [
    emptyList("authorizedGroups", NO_GROUP, "weak", false),
    wildcards("authorizedGroups", "groups", "weak"),
    sessionFlaws,
  ],
  oidc: [oidcFlaws],
  jwtValidation: [jwtFlaws],
  mutualTls: [
    emptyList("certificateAuthorityIds", NO_AUTHORITY, "nothing"),
    wildcards("certificateAuthorityIds", "authorities", "weak"),
  ],
  ipRestriction: [emptyList("ipPolicyIds", NO_ADDRESS, "nothing"), wildcards("ipPolicyIds", "IP policies", "weak")],
  webhookVerification: [webhookFlaws],
  policy: [policyFlaws],
  tlsTermination: [tlsFlaws],
  circuitBreaker: [breakerFlaws],
};

const adoption = (block: Block): Flaw[] =>
  block.values.adopt === true
    ? [flaw(rows.adopts, "adopt", "has adopt: true", "what is configured on the server is replaced")]
    : [];

/** The flaws of a module, as far as it can be read. Of a module that is off, only its adoption is one. */
export function flawsOf(name: string, block: Block): readonly Flaw[] {
  const finds = isInForce(block) && block.opaqueAs === undefined ? found[name as ModuleName] : undefined;
  return [...(finds ?? []), adoption].flatMap((find) => find(block));
}
