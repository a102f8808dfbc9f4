import { isRouteModule, type RouteModuleName, routeModuleNames, routeModules } from "../modules";
import { toObjectAnswer } from "../resources";
import { findEdgeModule } from "../resources/edge-modules";
import { toStored } from "../shapes/forms";
import type { EmulatorState } from "../state/state";
import type { StoredObject } from "../state/store";
import { isWire, type Wire } from "../wire";

/** One object or configured module of the emulator. */
export interface EmulatorObject {
  /** What it is: `agent_ingress`, `https_edge_route`, `route_module`, `edge_module` and so on. */
  readonly kind: string;
  /** API path that locates it. */
  readonly path: string;
  readonly account: string;
  /** Its members as a GET shows them, secrets in plaintext. */
  readonly body: Wire;
}

/** Every object of every account, oldest first, a route followed by its modules. */
export function listObjects(state: EmulatorState, origin: string): EmulatorObject[] {
  const plain: EmulatorState = { ...state, options: { ...state.options, secrets: "plain" } };
  return state.store.all().flatMap((stored) => {
    const { kind, path, account } = stored;
    const body = toObjectAnswer(stored, { state: plain, account, origin });
    return [{ kind, path, account, body }, ...(kind === "https_edge_route" ? modulesOf({ ...stored, body }) : [])];
  });
}

function modulesOf({ path, account, body }: StoredObject): EmulatorObject[] {
  return routeModuleNames.flatMap((name) => {
    const module = body[name];
    return isWire(module) ? [{ kind: "route_module", path: `${path}/${name}`, account, body: module }] : [];
  });
}

/**
 * Changes top-level members as another party would, read-only ones included, without any check. A module that is not
 * configured is created. @throws an Error when nothing can be at the path
 */
export function editObject(state: EmulatorState, path: string, members: Wire, account: string | undefined): void {
  const stored = find(state, path, account);
  if (stored !== undefined) {
    state.store.put({ ...stored, body: { ...stored.body, ...members } });
    return;
  }
  const inRoute = findRouteModule(state, path, account);
  if (inRoute !== undefined) {
    const { route, name } = inRoute;
    const module = route.body[name];
    const body = toStored(routeModules[name].read, { ...(isWire(module) ? module : {}), ...members });
    state.store.put({ ...route, body: { ...route.body, [name]: body } });
    return;
  }
  const edgeModule = findEdgeModule(path);
  const owner = account ?? [...state.keys.values()][0];
  if (edgeModule === undefined || owner === undefined) throw new Error(`there is no object at ${path}`);
  state.store.put({ account: owner, kind: "edge_module", path, body: toStored(edgeModule.definition.read, members) });
}

/** Deletes an object or a module as another party would. @returns false when there was none */
export function removeObject(state: EmulatorState, path: string, account: string | undefined): boolean {
  const stored = find(state, path, account);
  if (stored !== undefined) return state.store.delete(stored.account, path);
  const inRoute = findRouteModule(state, path, account);
  if (inRoute === undefined || !isWire(inRoute.route.body[inRoute.name])) return false;
  state.store.put({ ...inRoute.route, body: { ...inRoute.route.body, [inRoute.name]: null } });
  return true;
}

function find({ store }: EmulatorState, path: string, account: string | undefined): StoredObject | undefined {
  return account === undefined ? store.find(path) : store.get(account, path);
}

function findRouteModule(
  state: EmulatorState,
  path: string,
  account: string | undefined,
): { readonly route: StoredObject; readonly name: RouteModuleName } | undefined {
  const end = path.lastIndexOf("/");
  const name = path.slice(end + 1);
  const route = find(state, path.slice(0, end), account);
  return route?.kind === "https_edge_route" && isRouteModule(name) ? { route, name } : undefined;
}
