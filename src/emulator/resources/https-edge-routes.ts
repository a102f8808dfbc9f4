import { z } from "@hono/zod-openapi";
import { ApiError, notFound } from "../http/errors";
import type { OperationRequest } from "../http/operations";
import { type RouteModuleName, routeModuleNames, routeModules } from "../modules";
import { identity, nonEmptyString, shownTexts, texts } from "../shapes/members";
import { isWire, type Wire } from "../wire";
import { collection } from "./collection";
import { refuseUpstream, toStoredModule } from "./module-operations";

const matchType = z.enum(["exact_path", "path_prefix"]);
const modules = (form: "write" | "read") =>
  Object.fromEntries(routeModuleNames.map((name) => [name, routeModules[name][form].nullish()]));

const routeBody = z.strictObject({
  match_type: matchType,
  match: nonEmptyString,
  ...texts,
  ...modules("write"),
});

/** The routes of the HTTPS edges of an account. */
export const httpsEdgeRoutes = collection({
  kind: "https_edge_route",
  noun: "a route",
  missing: "the route",
  tag: "HTTPS edge routes",
  path: "/edges/https/{edge_id}/routes",
  idPrefix: "edghtsrt",
  shape: z
    .strictObject({
      edge_id: z.string(),
      ...identity,
      match_type: matchType,
      match: z.string(),
      ...shownTexts,
      ...modules("read"),
    })
    .openapi("HttpsEdgeRoute"),
  creation: routeBody.openapi("HttpsEdgeRouteCreate"),
  update: routeBody.partial({ match_type: true, match: true }).openapi("HttpsEdgeRouteUpdate"),
  requireParent: ({ params, state }) => {
    if (!state.known.hasEdge("https", String(params.edge_id))) throw notFound("the edge");
  },
  created: (written, request, id) => {
    const route = { edge_id: request.params.edge_id, id };
    return { ...route, ...storedModules(request, { ...written, ...route }, {}) };
  },
  changed: (written, request, route) => storedModules(request, { ...route, ...written }, route),
  deletionOffered: (options) => options.routeDeletion === "204",
});

/**
 * Returns the modules of a route in the stored form. A module in the body replaces the stored module as a whole. A null
 * module is not changed: no update of a route deletes a module.
 * @param route the updated route, with the modules as written
 * @param present the stored route
 * @throws 400 or 409 if the edge may not have these modules, or has such a route
 */
function storedModules(request: OperationRequest, route: Wire, present: Wire): Wire {
  const written = routeModuleNames.filter((name) => isWire(request.body[name]));
  refuseUpstream(written, String(route.edge_id), request);
  refuseTaken(request, route);
  const stored = (name: RouteModuleName) => {
    const module = request.body[name];
    if (!isWire(module)) return present[name] ?? null;
    return toStoredModule(routeModules[name], module, String(route.id), request.state);
  };
  return Object.fromEntries(routeModuleNames.map((name) => [name, stored(name)]));
}

function refuseTaken({ state, account }: OperationRequest, route: Wire): void {
  if (state.options.duplicates === "allow") return;
  const isTaken = state.store
    .newest(account, "https_edge_route")
    .some(
      ({ body }) =>
        body.id !== route.id &&
        (["edge_id", "match_type", "match"] as const).every(
          (member) => body[member] === route[member],
        ),
    );
  if (isTaken)
    throw new ApiError(409, "ROUTE_TAKEN", "a route of this edge has this match", {
      match: "is taken",
    });
}
