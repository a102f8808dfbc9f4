import { z } from "@hono/zod-openapi";
import { ApiError, notFound } from "../http/errors";
import type { OperationRequest } from "../http/operations";
import { routeModuleNames, routeModules } from "../modules";
import { identity, nonEmptyString, shownTexts, texts } from "../shapes/members";
import { isWire, type Wire } from "../wire";
import { collection } from "./collection";
import { refuseUpstream, toStoredModule } from "./module-operations";

const matchType = z.enum(["exact_path", "path_prefix"]);
const modules = (form: "write" | "read") =>
  Object.fromEntries(routeModuleNames.map((name) => [name, routeModules[name][form].nullish()]));

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
  creation: z
    .strictObject({ match_type: matchType, match: nonEmptyString, ...texts, ...modules("write") })
    .openapi("HttpsEdgeRouteCreate"),
  update: z
    .strictObject({
      match_type: matchType.optional(),
      match: nonEmptyString.optional(),
      ...texts,
      ...modules("write"),
    })
    .openapi("HttpsEdgeRouteUpdate"),
  copied: ["match_type", "match"],
  requireParent: ({ params, state }) => {
    if (!state.known.hasEdge("https", String(params.edge_id))) throw notFound("the edge");
  },
  created: (written, request, id) => {
    const route = { edge_id: request.params.edge_id, id };
    return { ...route, ...storedModules(request, { ...written, ...route }) };
  },
  changed: (written, request, route) => storedModules(request, { ...route, ...written }),
  deletionOffered: (options) => options.routeDeletion === "204",
});

/**
 * The modules that a body sets, in the form that is stored; each replaces the stored one as a whole. A null module stays
 * as it is: no update of a route deletes a module.
 * @param route the route as it will be
 * @throws 400 or 409 if the edge may not have these modules, or has such a route
 */
function storedModules(request: OperationRequest, route: Wire): Wire {
  const written = routeModuleNames.flatMap((name) => {
    const module = request.body[name];
    return isWire(module) ? [[name, module] as const] : [];
  });
  const names = written.map(([name]) => name);
  refuseUpstream(names, String(route.edge_id), request);
  refuseTaken(request, route);
  return Object.fromEntries(
    written.map(([name, module]) => [
      name,
      toStoredModule(routeModules[name], module, String(route.id), request.state),
    ]),
  );
}

function refuseTaken({ state, account }: OperationRequest, route: Wire): void {
  if (state.options.duplicates === "allow") return;
  const isTaken = state.store
    .newest(account, "https_edge_route")
    .some(
      ({ body }) =>
        body.id !== route.id &&
        (["edge_id", "match_type", "match"] as const).every((member) => body[member] === route[member]),
    );
  if (isTaken) throw new ApiError(409, "ROUTE_TAKEN", "a route of this edge has this match", { match: "is taken" });
}
