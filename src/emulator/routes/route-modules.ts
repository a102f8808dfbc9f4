import { invalid } from "../errors";
import { checkUpstream, moduleIssues, shownModule, storedModule } from "../modules";
import type { Operation, OperationRequest } from "../operations";
import { addressedModules, type RouteModuleName, routeModuleNames, routeModules } from "../schemas/modules";
import { isWire } from "../wire";
import { existingRoute } from "./https-edge-routes";
import { refuseUnsetDelete, unsetAnswer } from "./unset-modules";

const tag = "Route modules";
const addressed: readonly string[] = addressedModules;

export const routeModuleOperations: readonly Operation[] = routeModuleNames.flatMap((name) =>
  addressed.includes(name) ? documentedOperations(name) : [deletion(name, true)],
);

function pathOf(name: RouteModuleName): string {
  return `/edges/https/{edge_id}/routes/{id}/${name}`;
}

function documentedOperations(name: RouteModuleName): Operation[] {
  const definition = routeModules[name];
  const shape = definition.read.openapi(definition.title);
  const common = { path: pathOf(name), tag };
  return [
    {
      ...common,
      method: "put",
      summary: `Replace ${name} of a route`,
      body: shape,
      status: 200,
      answer: shape,
      run: (request) => replace(name, request),
    },
    {
      ...common,
      method: "get",
      summary: `Get ${name} of a route`,
      status: 200,
      answer: shape,
      run: (request) => {
        const stored = existingRoute(request).body[name];
        return isWire(stored) ? shownModule(definition, stored, request) : unsetAnswer(definition, request);
      },
    },
    deletion(name, false),
  ];
}

function deletion(name: RouteModuleName, hidden: boolean): Operation {
  return {
    method: "delete",
    path: pathOf(name),
    tag,
    summary: `Delete ${name} of a route`,
    status: 204,
    ...(hidden ? { offered: (options) => options.moduleDeletion === "204" } : {}),
    run: (request) => {
      const route = existingRoute(request);
      refuseUnsetDelete(isWire(route.body[name]), request);
      request.state.store.put({ ...route, body: { ...route.body, [name]: null } });
    },
  };
}

function replace(name: RouteModuleName, request: OperationRequest): unknown {
  const definition = routeModules[name];
  const { body, state } = request;
  const route = existingRoute(request);
  const issues = moduleIssues(definition, body, state);
  if (issues.length > 0) throw invalid(issues);
  checkUpstream([name], String(route.body.edge_id), request);
  const stored = storedModule(definition, body, String(route.body.id), state);
  state.store.put({ ...route, body: { ...route.body, [name]: stored } });
  return shownModule(definition, stored, request);
}
