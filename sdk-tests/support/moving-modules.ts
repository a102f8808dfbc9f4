import type { Emulator } from "../../src/emulator";

/** Arguments of routes and modules that tests of moving modules declare, and what becomes of them on the server. */

export const provider = { provider2: {} };

export const webhook = { provider: "github", secret: "hidden-webhook" };

export const routeOn = (edgeId: string, more = {}) =>
  ({
    edgeId,
    matchType: "path_prefix",
    match: "/",
    backend: { backendId: "bkd_1" },
    ...more,
  }) as const;

/** The requests that change something, each as its method and the path below its kind of edge, without ids. */
export const changesIn = (emulator: Emulator): string[] =>
  emulator
    .requests()
    .filter(({ method }) => method !== "GET")
    .map(
      ({ method, path }) =>
        `${method} ${path.replace(/^\/(edges\/\w+\/)?/, "").replace(/edghtsrt_\w+/, "{id}")}`,
    )
    .sort();

const OWN_PATH =
  /\/(oauth|webhook_verification|jwt_validation|mutual_tls|tls_termination|tcp\/\w+\/backend)$/;

/** The modules with separate paths in the API, by edge. */
export const modulesIn = (emulator: Emulator): string[] =>
  emulator
    .objects()
    .filter(({ path }) => OWN_PATH.test(path))
    .map(({ path }) => `${path.split("/")[3]} ${path.split("/").at(-1)}`)
    .sort();
