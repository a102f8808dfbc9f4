import { uncapitalized } from "../../../core/schema/case";

/** Programs as examples of rules. The tests review them, and docs/review-rules.md shows them. */

/** A resource of a program. */
export interface Declaration {
  readonly type: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly isLookedUp?: true;
}

/** A program before and after a change. */
export interface Example {
  readonly before: readonly Declaration[];
  readonly after: readonly Declaration[];
}

type Args = Declaration["args"];

export const declare = (type: string, args: Args, options?: Args): Declaration => ({
  ...{ type, name: uncapitalized(type), args },
  ...(options && { options }),
});

/** A route with a backend, and whatever else it has. */
export const route = (args: Args = {}, options?: Args): Declaration =>
  declare("HttpsEdgeRoute", { ...PLACE, match: "/admin", backend: { backendId: "bkdhr_1" }, ...args }, options);

const PLACE = { edgeId: "edghts_1", matchType: "path_prefix" };

export const example = (before: readonly Declaration[], after: readonly Declaration[]): Example => ({ before, after });

/** A change of the arguments of a route. */
export const ofRoute = (before: Args, after: Args): Example => example([route(before)], [route(after)]);

/** A change of the arguments of a resource. */
export const of = (type: string, before: Args, after: Args): Example =>
  example([declare(type, before)], [declare(type, after)]);

/** A module of the route, as a resource of its own. */
export const onRoute = (module: string, args: Args): Declaration => ({
  ...{ type: `HttpsEdgeRoute${module}`, name: "moved" },
  args: { route: { $resource: "httpsEdgeRoute" }, ...args },
});

export const login = (provider: string, users: Args) => ({ oauth: { provider: { [provider]: users } } });
export const { oauth } = login("provider1", { organizations: ["acme"] });
export const google = (...emailDomains: string[]) => login("provider3", { emailDomains });
export const saml = (more: Args = {}) => ({ saml: { idpMetadata: "<EntityDescriptor/>", ...more } });
export const oidc = (issuer: string) => ({ oidc: { issuer } });
export const jwt = (more: Args = {}) => ({
  jwtValidation: { issuer: { allowList: [{ value: "https://tokens.acme.com" }] }, ...more },
});
export const policy = (expression: string, type = "deny") => ({
  policy: { inbound: { expressions: [expression], actions: { type } } },
});
export const idle = { backend: { backendId: "bkdhr_1", enabled: false } };
export const tls = (minVersion: string) => ({ edgeId: "edghts_1", minVersion });
