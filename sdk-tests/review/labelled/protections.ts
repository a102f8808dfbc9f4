import { of, oidc, saml } from "../declared";
import { addresses, disabled, github, idle, type Label, locked, ownUsers, risky, users, validated } from "./label";

/** Protections of a route that are replaced by ones that check less, or nothing. */
export const protections: readonly Label[] = [
  risky(
    "login-to-empty-policy",
    "high",
    "A traffic policy without a rule selects no request, so everybody gets in without a login.",
    of(locked, { policy: {} }),
  ),
  risky(
    "login-to-outbound-policy",
    "high",
    "A rule for responses does not keep out any request.",
    of(locked, { policy: { outbound: { expressions: ["true"], actions: { type: "deny" } } } }),
  ),
  risky(
    "login-to-no-addresses",
    "high",
    "An address restriction without a policy restricts nobody, and the login is gone.",
    of(locked, { ipRestriction: { ipPolicyIds: [] } }),
  ),
  risky(
    "login-to-addresses-off",
    "high",
    "The restriction that replaces the login is disabled.",
    of(locked, { ipRestriction: { ipPolicyIds: ["ipp_1"], enabled: false } }),
  ),
  risky(
    "login-to-addresses",
    "medium",
    "Whoever is in the network gets in without signing in, and the program does not show which network the policy allows.",
    of(locked, addresses),
  ),
  risky(
    "login-to-empty-tokens",
    "high",
    "A token validation without issuer, audience and algorithm accepts a token of anybody.",
    of(locked, { jwtValidation: {} }),
  ),
  risky(
    "login-to-tokens-off",
    "high",
    "The token validation that replaces the login is disabled.",
    of(locked, validated(disabled)),
  ),
  risky(
    "login-to-unsigned-webhooks",
    "high",
    "The login gives way to a webhook check without a secret of its own, which senders of any account pass.",
    of(locked, { webhookVerification: { provider: "sns" } }),
  ),
  risky(
    "login-to-user-agents",
    "high",
    "A user agent is a header that every client chooses; it is not a login.",
    of(locked, { userAgentFilter: { allow: ["internal-client"] } }),
  ),
  risky(
    "login-to-identity-header",
    "high",
    "The login is removed, and every request is given the name of a user.",
    of(locked, { requestHeaders: { add: { "x-user": "admin" } } }),
  ),
  risky(
    "login-to-breaker",
    "high",
    "A circuit breaker keeps failing upstreams from requests, not people from the route.",
    of(locked, { circuitBreaker: { volumeThreshold: 10 } }),
  ),
  risky(
    "login-off-addresses-stay",
    "high",
    "Everybody in the allowed networks now gets in without a login.",
    of({ ...locked, ...addresses }, addresses),
  ),
  risky(
    "addresses-off-login-stays",
    "medium",
    "Users can now sign in from every network, with stolen credentials too.",
    of({ ...locked, ...addresses }, locked),
  ),
  risky(
    "addresses-listed-empty",
    "high",
    "The list of IP policies is empty, so no address is kept out.",
    of(addresses, { ipRestriction: { ipPolicyIds: [] } }),
  ),
  risky(
    "addresses-disabled",
    "high",
    "A disabled restriction keeps no address out.",
    of(addresses, { ipRestriction: { ipPolicyIds: ["ipp_1"], ...disabled } }),
  ),
  risky(
    "addresses-to-user-agents",
    "high",
    "Every client can send an allowed user agent from any address.",
    of(addresses, { userAgentFilter: { allow: ["internal-client"] } }),
  ),
  risky(
    "saml-to-any-account",
    "high",
    "Everybody with an account of the social network gets in: no list says who is allowed.",
    of({ saml }, users(2, {})),
  ),
  risky(
    "oidc-to-any-account",
    "high",
    "Everybody with an account of the web-search company gets in: no list says who is allowed.",
    of({ oidc }, users(4, {})),
  ),
  risky(
    "tokens-to-any-account",
    "high",
    "Everybody who signs up with the game-streaming platform gets in.",
    of(validated(), ownUsers(7, {})),
  ),
  risky(
    "tokens-to-webhooks",
    "medium",
    "Holders of one shared secret get in instead of holders of tokens; who has it is not shown.",
    of(validated(), github),
  ),
  risky(
    "webhooks-to-empty-policy",
    "high",
    "Unsigned webhooks are accepted: the policy has no rule.",
    of(github, { policy: { inbound: {} } }),
  ),
  risky(
    "webhooks-disabled",
    "high",
    "Unsigned webhooks are accepted.",
    of(github, { webhookVerification: { ...github.webhookVerification, ...disabled } }),
  ),
  risky(
    "served-with-login-off",
    "high",
    "The route starts to serve, and its login is disabled in the same change.",
    of({ ...locked, ...idle }, { oauth: { ...locked.oauth, ...disabled } }),
  ),
  risky(
    "served-with-empty-addresses",
    "high",
    "The route starts to serve with a restriction that restricts nobody.",
    of({ ...idle }, { ipRestriction: { ipPolicyIds: [] } }),
  ),
  risky(
    "served-with-user-agents",
    "high",
    "The route starts to serve everybody who sends the right user agent.",
    of(idle, { userAgentFilter: { deny: ["bot"] } }),
  ),
  risky(
    "user-agents-disabled",
    "medium",
    "Clients that were kept out may get in; a user agent is a weak check, but the only one here.",
    of({ userAgentFilter: { deny: ["bot"] } }, { userAgentFilter: { deny: ["bot"], ...disabled } }),
  ),
];
