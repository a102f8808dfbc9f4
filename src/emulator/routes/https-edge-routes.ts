import { ApiError, invalid, notFound } from "../errors";
import { checkUpstream, moduleIssues, storedModule } from "../modules";
import type { Operation, OperationRequest } from "../operations";
import { show } from "../project";
import { route, routeCreate, routeUpdate } from "../schemas/https-edge-route";
import { routeModuleNames, routeModules } from "../schemas/modules";
import type { Caller } from "../state";
import type { StoredObject } from "../store";
import { isWire, type Wire } from "../wire";
import { writtenTexts } from "./collection";

const tag = "HTTPS edge routes";
const all = "/edges/https/{edge_id}/routes";
const one = `${all}/{id}`;

export const routeOperations: readonly Operation[] = [
  {
    method: "post",
    path: all,
    tag,
    summary: "Create a route",
    body: routeCreate,
    status: 201,
    answer: route,
    run: create,
  },
  {
    method: "get",
    path: one,
    tag,
    summary: "Get a route",
    status: 200,
    answer: route,
    run: (request) => showRoute(existingRoute(request), request),
  },
  {
    method: "patch",
    path: one,
    tag,
    summary: "Update a route",
    body: routeUpdate,
    status: 200,
    answer: route,
    run: update,
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

/** The route as an answer shows it. */
export function showRoute({ path, body }: StoredObject, caller: Caller): Wire {
  return show(route, { uri: `${caller.origin}${path}`, ...body }, caller);
}

/** The route that the path names. */
export function existingRoute({ state, account, params }: OperationRequest): StoredObject {
  requireEdge(params.edge_id, state.known);
  const stored = state.store.get(account, `/edges/https/${params.edge_id}/routes/${params.id}`);
  if (stored?.kind !== "https_edge_route") throw notFound("the route");
  return stored;
}

function requireEdge(id: string | undefined, known: Caller["state"]["known"]): void {
  if (id === undefined || !known.hasEdge("https", id)) throw notFound("the edge");
}

function create(request: OperationRequest): Wire {
  const { account, body, params, state } = request;
  requireEdge(params.edge_id, state.known);
  const edgeId = String(params.edge_id);
  refuseDuplicate(body, edgeId, undefined, request);
  const id = state.ids.next("edghtsrt");
  const texts = { description: null, metadata: null, ...writtenTexts(body) };
  const unset = Object.fromEntries(routeModuleNames.map((name) => [name, null]));
  const stored: StoredObject = {
    account,
    kind: "https_edge_route",
    path: `/edges/https/${edgeId}/routes/${id}`,
    body: {
      edge_id: edgeId,
      id,
      created_at: state.now().toISOString(),
      match_type: body.match_type,
      match: body.match,
      ...texts,
      ...unset,
      ...writtenModules(body, id, edgeId, request),
    },
  };
  state.store.put(stored);
  return showRoute(stored, request);
}

function update(request: OperationRequest): Wire {
  const { body, state } = request;
  const stored = existingRoute(request);
  const selector = Object.entries({ match_type: body.match_type, match: body.match });
  const changed: Wire = {
    ...stored.body,
    ...Object.fromEntries(selector.filter(([, value]) => value !== undefined)),
    ...writtenTexts(body),
    ...nullModules(body, request),
    ...writtenModules(body, String(stored.body.id), String(stored.body.edge_id), request),
  };
  refuseDuplicate(changed, String(stored.body.edge_id), stored.path, request);
  state.store.put({ ...stored, body: changed });
  return showRoute({ ...stored, body: changed }, request);
}

/** The modules that a body sets, in the shape that is stored; each replaces the stored one as a whole. */
function writtenModules(body: Wire, routeId: string, edgeId: string, caller: Caller): Wire {
  const present = routeModuleNames.flatMap((name) => {
    const value = body[name];
    return isWire(value) ? [{ name, value, definition: routeModules[name] }] : [];
  });
  const issues = present.flatMap(({ name, value, definition }) => moduleIssues(definition, value, caller.state, name));
  if (issues.length > 0) throw invalid(issues);
  checkUpstream(
    present.map(({ name }) => name),
    edgeId,
    caller,
  );
  return Object.fromEntries(
    present.map(({ name, value, definition }) => [name, storedModule(definition, value, routeId, caller.state)]),
  );
}

/** What the null modules of an update change, as the option `nullModuleOnPatch` says. */
function nullModules(body: Wire, { state }: Caller): Wire {
  const names = routeModuleNames.filter((name) => body[name] === null);
  const behaviour = state.options.nullModuleOnPatch;
  if (behaviour === "ignore" || names.length === 0) return {};
  if (behaviour === "delete") return Object.fromEntries(names.map((name) => [name, null]));
  throw invalid(names.map((member) => ({ member, message: "cannot be deleted by updating the route" })));
}

function refuseDuplicate(body: Wire, edgeId: string, ownPath: string | undefined, { state, account }: Caller): void {
  if (state.options.duplicateRoutes === "allow") return;
  const taken = state.store
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
  if (taken) throw new ApiError(409, "ROUTE_TAKEN", "a route of this edge has this match", { match: "is taken" });
}
