import type { LabelledChange } from "../changes";
import { type Args, type Declared, oauth, type Pair, ROUTE, resource, route } from "../declared";

/** A change of a program, labelled by somebody who did not write the rules of the review. */
export interface Label extends LabelledChange {
  /** The reason for the label. */
  readonly because: string;
}

/** A change that opens or breaks something (`high`), or may do so (`medium`): the least severity to be reported. */
export const risky = (name: string, expected: "high" | "medium", because: string, [before, after]: Pair): Label => ({
  ...{ name, expected, because, before, after },
});

/** A change that nobody needs to look at before it is applied: `low` at most is to be reported. */
export const harmless = (name: string, because: string, [before, after]: Pair): Label => ({
  ...{ name, expected: "low", because, before, after },
});

/** A route of that name and match. */
export const at = (name: string, match: string, args: Args = {}): Declared =>
  route({ match, ...args }, undefined, name);

/** OAuth by an identity provider that has an application of the service, with who is allowed. */
export const users = (provider: 1 | 2 | 3 | 4, allowed: Args) => ({
  oauth: { provider: { [`provider${provider}`]: allowed } },
});

/** OAuth by an identity provider that needs an application of one's own, with who is allowed. */
export const ownUsers = (provider: 5 | 6 | 7 | 8, allowed: Args) => ({
  oauth: { provider: { [`provider${provider}`]: { clientId: "app", clientSecret: "canary-app", ...allowed } } },
});

export const disabled = { enabled: false };
export const idle = { backend: { backendId: "bkdhr_1", enabled: false } };
export const addresses = { ipRestriction: { ipPolicyIds: ["ipp_1"] } };
export const github = { webhookVerification: { provider: "github", secret: "canary-webhook" } };
/** Protection by an organization's login. */
export const locked = { oauth };

/** All that a token can be checked by. */
export const tokens = {
  issuer: { allowList: [{ value: "https://tokens.example.com" }] },
  audience: { allowList: [{ value: "api" }] },
  http: { tokens: [{ type: "at+jwt", method: "header", name: "authorization", prefix: "Bearer " }] },
  jws: { allowedAlgorithms: ["RS256"], keys: { sources: { additionalJkus: ["https://tokens.example.com/jwks"] } } },
};
/** A route's tokens, some members of their validation replaced. */
export const validated = (changed: Args = {}) => ({ jwtValidation: { ...tokens, ...changed } });

/** A module resource of a route. */
const onRoute = (type: string, name: string, args: Args) => (place: Args) =>
  resource(type, name)({ ...place, ...args });
export const loginOn = (args: Args = oauth, place: Args = ROUTE) =>
  onRoute("HttpsEdgeRouteOAuth", "login", args)(place);
export const tokensOn = (args: Args = tokens, place: Args = ROUTE) =>
  onRoute("HttpsEdgeRouteJwtValidation", "tokens", args)(place);
export const webhooksOn = (args: Args = github.webhookVerification, place: Args = ROUTE) =>
  onRoute("HttpsEdgeRouteWebhookVerification", "signed", args)(place);

/** The same resource with options of Pulumi. */
export const withOptions = (declared: Declared, options: Args): Declared => ({ ...declared, options });
/** The same resource by another name of the program. */
export const renamed = (declared: Declared, name: string): Declared => ({ ...declared, name });
