import { type Arguments, isInForce } from "./arguments";
import { ineffectiveFlaws, plainHttpFlaws, sensitiveFlaws, tlsFlaws } from "./connection-flaws";
import { type Flaw, flaw, flawKinds } from "./flaw-kinds";
import { onlyListFlaws } from "./list-flaws";
import { oauthFlaws, openIdFlaws, sessionFlaws } from "./login-flaws";
import type { ModuleName } from "./modules";
import { policyFlaws, webhookFlaws } from "./request-flaws";
import { algorithmFlaws, ISSUERS, KEY_ADDRESSES, tokenListFlaws } from "./token-flaws";

/** Finds flaws of a module that is in force and can be read. */
type FindFlaws = (args: Arguments) => Iterable<Flaw>;

const NO_GROUP = "everyone whom the identity provider signs in is admitted: no group is listed";
const NO_AUTHORITY = "clients may need no certificate: no certificate authority is listed";
const NO_ADDRESS = "every source address may be allowed: no IP policy is listed";

const findersOf: Readonly<Partial<Record<ModuleName, readonly FindFlaws[]>>> = {
  oauth: [oauthFlaws, sessionFlaws],
  saml: [onlyListFlaws("authorizedGroups", "groups", NO_GROUP, "weak"), sessionFlaws],
  oidc: [openIdFlaws, sessionFlaws, plainHttpFlaws(["issuer"])],
  jwtValidation: [algorithmFlaws, tokenListFlaws, plainHttpFlaws([ISSUERS, KEY_ADDRESSES])],
  mutualTls: [onlyListFlaws("certificateAuthorityIds", "authorities", NO_AUTHORITY, "nothing")],
  ipRestriction: [onlyListFlaws("ipPolicyIds", "IP policies", NO_ADDRESS, "nothing")],
  webhookVerification: [webhookFlaws],
  policy: [policyFlaws],
  tlsTermination: [tlsFlaws],
  circuitBreaker: [sensitiveFlaws, ineffectiveFlaws],
};

/** The flaws of a module, as far as it can be read. A module that is off has no flaw but its adoption. */
export function flawsOf(name: string, args: Arguments): readonly Flaw[] {
  const isReadable = isInForce(args) && args.hidden === undefined;
  const finders = isReadable ? (findersOf[name as ModuleName] ?? []) : [];
  return [...finders.flatMap((find) => [...find(args)]), ...adoptionFlaws(args)];
}

function* adoptionFlaws(args: Arguments): Generator<Flaw> {
  if (args.values.adopt !== true) return;
  yield flaw({
    kind: flawKinds.adopts,
    path: "adopt",
    summary: "has adopt: true",
    message: "what is configured on the server is replaced",
  });
}
