import { type Arguments, isInForce } from "./arguments";
import {
  ineffectiveFlaws,
  longTripFlaws,
  plainHttpFlaws,
  sensitiveFlaws,
  tlsFlaws,
} from "./connection-flaws";
import { type Flaw, flaw, flawKinds } from "./flaw-kinds";
import { singleListFlaws } from "./list-flaws";
import { exceptionFlaws, oauthFlaws, openIdFlaws, sessionFlaws } from "./login-flaws";
import type { ModuleName } from "./modules";
import { policyFlaws, webhookFlaws } from "./request-flaws";
import { algorithmFlaws, ISSUERS, KEY_ADDRESSES, tokenListFlaws } from "./token-flaws";

/** Finds flaws of a module that is in force and can be read. */
type FindFlaws = (args: Arguments) => Iterable<Flaw>;

const groupFlaws = singleListFlaws("authorizedGroups", {
  noun: "groups",
  message: "everyone whom the identity provider signs in is admitted: no group is listed",
  strength: "weak",
});

const authorityFlaws = singleListFlaws("certificateAuthorityIds", {
  noun: "authorities",
  message: "clients may need no certificate: no certificate authority is listed",
  strength: "nothing",
});

const addressFlaws = singleListFlaws("ipPolicyIds", {
  noun: "IP policies",
  message: "every source address may be allowed: no IP policy is listed",
  strength: "nothing",
});

const findersByModule: Readonly<Partial<Record<ModuleName, readonly FindFlaws[]>>> = {
  oauth: [oauthFlaws, sessionFlaws, exceptionFlaws],
  saml: [groupFlaws, sessionFlaws, exceptionFlaws],
  oidc: [openIdFlaws, sessionFlaws, exceptionFlaws, plainHttpFlaws(["issuer"])],
  jwtValidation: [algorithmFlaws, tokenListFlaws, plainHttpFlaws([ISSUERS, KEY_ADDRESSES])],
  mutualTls: [authorityFlaws],
  ipRestriction: [addressFlaws],
  webhookVerification: [webhookFlaws],
  policy: [policyFlaws],
  tlsTermination: [tlsFlaws],
  circuitBreaker: [sensitiveFlaws, ineffectiveFlaws, longTripFlaws],
};

/** The flaws of a module, as far as it can be read. A module that is off has no flaw but its adoption. */
export function flawsOf(name: string, args: Arguments): readonly Flaw[] {
  const adoption = [...adoptionFlaws(args)];
  if (!isInForce(args) || args.hidden !== undefined) return adoption;
  const finders = findersByModule[name as ModuleName] ?? [];
  return [...finders.flatMap((find) => [...find(args)]), ...adoption];
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
