import { z } from "@hono/zod-openapi";
import { ApiError, notFound, refuse } from "../http/errors";
import type { Operation, OperationRequest } from "../http/operations";
import { routeModuleNames, routeModules } from "../modules";
import { toAnswer } from "../shapes/forms";
import { description, identity, metadata, nonEmptyString, shownTexts } from "../shapes/members";
import type { Caller } from "../state/state";
import type { StoredObject } from "../state/store";
import { isWire, type Wire } from "../wire";
import { writtenTexts } from "./collection";
import { moduleIssues, refuseUpstream, toStoredModule } from "./module-rules";

const matchType = z.enum(["exact_path", "path_prefix"]);
const modules = (form: "write" | "read") =>
  Object.fromEntries(routeModuleNames.map((name) => [name, routeModules[name][form].nullish()]));

const creation = z
  .strictObject({ match_type: matchType, match: nonEmptyString, description, metadata, ...modules("write") })
  .openapi("HttpsEdgeRouteCreate");

const update = z
  .strictObject({
    match_type: matchType.optional(),
    match: nonEmptyString.optional(),
    description,
    metadata,
    ...modules("write"),
  })
  .openapi("HttpsEdgeRouteUpdate");

const shape = z
  .strictObject({
    edge_id: z.string(),
    ...identity,
    match_type: matchType,
    match: z.string(),
    ...shownTexts,
    ...modules("read"),
  })
  .openapi("HttpsEdgeRoute");

const tag = "HTTPS edge routes";
const all = "/edges/https/{edge_id}/routes";
const one = `${all}/{id}`;

export const routeOperations: readonly Operation[] = [
  {
    method: "post",
    path: all,
    tag,
    summary: "Create a route",
    body: creation,
    status: 201,
    answer: shape,
    run: (request) => {
      const { account, body, state } = request;
      const edgeId = existingEdge(request);
      refuseDuplicate(body, edgeId, undefined, request);
      const id = state.ids.next("edghtsrt");
      const created: StoredObject = {
        account,
        kind: "https_edge_route",
        path: `/edges/https/${edgeId}/routes/${id}`,
        body: {
          edge_id: edgeId,
          id,
          created_at: state.now().toISOString(),
          match_type: body.match_type,
          match: body.match,
          ...{ description: null, metadata: null, ...writtenTexts(body) },
          ...Object.fromEntries(routeModuleNames.map((name) => [name, null])),
          ...toStoredModules(body, id, edgeId, request),
        },
      };
      state.store.put(created);
      return toRouteAnswer(created, request);
    },
  },
  {
    method: "get",
    path: one,
    tag,
    summary: "Get a route",
    status: 200,
    answer: shape,
    run: (request) => toRouteAnswer(existingRoute(request), request),
  },
  {
    method: "patch",
    path: one,
    tag,
    summary: "Update a route",
    body: update,
    creation,
    status: 200,
    answer: shape,
    run: (request) => {
      const { body, state } = request;
      const stored = existingRoute(request);
      const edgeId = String(stored.body.edge_id);
      const selector = Object.entries({ match_type: body.match_type, match: body.match });
      const changed: Wire = {
        ...stored.body,
        ...Object.fromEntries(selector.filter(([, value]) => value !== undefined)),
        ...writtenTexts(body),
        ...toStoredModules(body, String(stored.body.id), edgeId, request),
      };
      refuseDuplicate(changed, edgeId, stored.path, request);
      state.store.put({ ...stored, body: changed });
      return toRouteAnswer({ ...stored, body: changed }, request);
    },
  },
  {
    method: "delete",
    path: one,
    tag,
    summary: "Delete a route",
    status: 204,
    offered: (options) => options.routeDeletion === "204",
    run: (request) => request.state.store.delete(request.account, existingRoute(request).path),
  },
];

/** The route in the form that answers show. */
export function toRouteAnswer({ path, body }: StoredObject, caller: Caller): Wire {
  return toAnswer(shape, { uri: `${caller.origin}${path}`, ...body }, caller);
}

/** The route that the request's path names. @throws 404 */
export function existingRoute(request: OperationRequest): StoredObject {
  const { state, account, params } = request;
  const stored = state.store.get(account, `/edges/https/${existingEdge(request)}/routes/${params.id}`);
  if (stored?.kind !== "https_edge_route") throw notFound("the route");
  return stored;
}

function existingEdge({ params, state }: OperationRequest): string {
  const id = String(params.edge_id);
  if (!state.known.hasEdge("https", id)) throw notFound("the edge");
  return id;
}

/**
 * The modules that a body sets, in the form that is stored; each replaces the stored one as a whole. A null module stays
 * as it is: no update of a route deletes a module.
 */
function toStoredModules(body: Wire, routeId: string, edgeId: string, caller: Caller): Wire {
  const present = routeModuleNames.flatMap((name) => {
    const value = body[name];
    return isWire(value) ? [{ name, value, definition: routeModules[name] }] : [];
  });
  refuse(present.flatMap(({ name, value, definition }) => moduleIssues(definition, value, caller.state, name)));
  refuseUpstream(
    present.map(({ name }) => name),
    edgeId,
    caller,
  );
  return Object.fromEntries(
    present.map(({ name, value, definition }) => [name, toStoredModule(definition, value, routeId, caller.state)]),
  );
}

function refuseDuplicate(body: Wire, edgeId: string, ownPath: string | undefined, { state, account }: Caller): void {
  if (state.options.duplicates === "allow") return;
  const isTaken = state.store
    .all()
    .some(
      (object) =>
        object.kind === "https_edge_route" &&
        object.account === account &&
        object.path !== ownPath &&
        object.body.edge_id === edgeId &&
        object.body.match_type === body.match_type &&
        object.body.match === body.match,
    );
  if (isTaken) throw new ApiError(409, "ROUTE_TAKEN", "a route of this edge has this match", { match: "is taken" });
}
