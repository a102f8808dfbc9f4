/** Arguments of routes and modules that tests of moving modules declare. */

export const provider = { provider2: {} };

export const webhook = { provider: "github", secret: "hidden-webhook" };

export const routeOn = (edgeId: string, more = {}) =>
  ({ edgeId, matchType: "path_prefix", match: "/", backend: { backendId: "bkd_1" }, ...more }) as const;
