import { refuse } from "../http/errors";
import type { Operation } from "../http/operations";
import { addressedModules, type RouteModuleName, routeModules } from "../modules";
import { toAnswer } from "../shapes/forms";
import { isWire } from "../wire";
import { existingRoute } from "./https-edge-routes";
import { moduleIssues, refuseUnsetDelete, refuseUpstream, toStoredModule, unsetAnswer } from "./module-rules";

const tag = "Route modules";

/** The operations of the modules with a path of their own. */
export const routeModuleOperations: readonly Operation[] = addressedModules.flatMap((name) => [
  replacement(name),
  reading(name),
  deletion(name),
]);

function pathOf(name: RouteModuleName): string {
  return `/edges/https/{edge_id}/routes/{id}/${name}`;
}

function replacement(name: RouteModuleName): Operation {
  const definition = routeModules[name];
  const shape = definition.read.openapi(definition.title);
  return {
    method: "put",
    path: pathOf(name),
    tag,
    summary: `Replace ${name} of a route`,
    body: shape,
    status: 200,
    answer: shape,
    run: (request) => {
      const { body, state } = request;
      const route = existingRoute(request);
      refuse(moduleIssues(definition, body, state));
      refuseUpstream([name], String(route.body.edge_id), request);
      const stored = toStoredModule(definition, body, String(route.body.id), state);
      state.store.put({ ...route, body: { ...route.body, [name]: stored } });
      return toAnswer(definition.read, stored, request);
    },
  };
}

function reading(name: RouteModuleName): Operation {
  const definition = routeModules[name];
  return {
    method: "get",
    path: pathOf(name),
    tag,
    summary: `Get ${name} of a route`,
    status: 200,
    answer: definition.read.openapi(definition.title),
    run: (request) => {
      const stored = existingRoute(request).body[name];
      return isWire(stored) ? toAnswer(definition.read, stored, request) : unsetAnswer(definition, request);
    },
  };
}

function deletion(name: RouteModuleName): Operation {
  return {
    method: "delete",
    path: pathOf(name),
    tag,
    summary: `Delete ${name} of a route`,
    status: 204,
    run: (request) => {
      const route = existingRoute(request);
      refuseUnsetDelete(isWire(route.body[name]), request);
      request.state.store.put({ ...route, body: { ...route.body, [name]: null } });
    },
  };
}
