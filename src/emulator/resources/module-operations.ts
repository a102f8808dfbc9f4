import { notFound, refuse } from "../http/errors";
import { filledPath, type Operation, type OperationRequest } from "../http/operations";
import { addressedModules, isRouteModule, type ModuleDefinition, routeModules } from "../modules";
import { mutualTls, tlsTermination } from "../modules/edge";
import { backend } from "../modules/traffic";
import { ruleIssues, toAnswer, toStored } from "../shapes/forms";
import { isSet, issueIf } from "../shapes/members";
import type { EdgeKind } from "../state/fixtures";
import type { Caller, EmulatorState } from "../state/state";
import type { Store } from "../state/store";
import { isWire, matchesTemplate, type Wire } from "../wire";
import type { Resource } from "./collection";

/** A module that has its own path, below that of its route or edge. */
interface Place {
  readonly path: string;
  readonly tag: string;
  /** The object that the module belongs to, in words. */
  readonly owner: string;
  /** Kind of the module's edge. */
  readonly edge: EdgeKind;
  readonly name: string;
  /** Name of the read shape in the OpenAPI document; a different write shape is named this and `Write`. */
  readonly title: string;
  readonly definition: ModuleDefinition;
}

const onRoutes = addressedModules.map((name): Place => {
  const path = `/edges/https/{edge_id}/routes/{id}/${name}`;
  const definition = routeModules[name];
  const { title = "" } = definition;
  return { path, tag: "Route modules", owner: "a route", edge: "https", name, title, definition };
});

const onEdges = (
  [
    ["https", "mutual_tls", "MutualTls", mutualTls],
    ["tls", "mutual_tls", "MutualTls", mutualTls],
    ["tcp", "backend", "Backend", backend],
    ["https", "tls_termination", "TlsTermination", tlsTermination],
  ] as const
).map(([edge, name, title, definition]): Place => {
  const path = `/edges/${edge}/{id}/${name}`;
  return { path, tag: "Edge modules", owner: `a ${edge} edge`, edge, name, title, definition };
});

/** A module in the store: inside its route, or at its own path below an edge. */
export interface KeptModule {
  readonly definition: ModuleDefinition;
  /** Undefined if the module is not configured. */
  readonly stored: Wire | undefined;
  /** Stores the module, or deletes it if undefined. */
  readonly keep: (module: Wire | undefined) => void;
}

/** The module of an account at an API path, configured or not; undefined if the path is not that of a module. */
export function moduleAt(store: Store, account: string, path: string): KeptModule | undefined {
  const end = path.lastIndexOf("/");
  const name = path.slice(end + 1);
  const route = store.get(account, path.slice(0, end));
  if (route?.kind === "https_edge_route" && isRouteModule(name)) {
    const stored = route.body[name];
    return {
      definition: routeModules[name],
      stored: isWire(stored) ? stored : undefined,
      keep: (module) => store.put({ ...route, body: { ...route.body, [name]: module ?? null } }),
    };
  }
  const place = onEdges.find((candidate) => matchesTemplate(candidate.path, path));
  return (
    place && {
      definition: place.definition,
      stored: store.get(account, path)?.body,
      keep: (body) =>
        body === undefined
          ? store.delete(account, path)
          : store.put({ account, kind: "edge_module", path, body }),
    }
  );
}

/** Named once for each title: two edge kinds share a module, and the OpenAPI document has each name once. */
const namedShapes = new Map(
  [...onRoutes, ...onEdges].map(({ title, definition }) => {
    const read = definition.read.openapi(title);
    const isOneShape = definition.read === definition.write;
    return [title, { read, write: isOneShape ? read : definition.write.openapi(`${title}Write`) }];
  }),
);

function operationsOf({ path, tag, owner, edge, name, title, definition }: Place): Operation[] {
  const { read, write } = namedShapes.get(title) ?? definition;

  function find(request: OperationRequest): KeptModule & { readonly edgeId: string } {
    const { params, state, account } = request;
    const edgeId = String(params.edge_id ?? params.id);
    if (!state.known.hasEdge(edge, edgeId)) throw notFound("the edge");
    const module = moduleAt(state.store, account, filledPath(path, params));
    if (module === undefined) throw notFound("the route");
    return { ...module, edgeId };
  }

  function replace(request: OperationRequest): Wire {
    const { body, params, state } = request;
    const { keep, stored, edgeId } = find(request);
    refuse(ruleIssues(definition.write, body, request));
    if (edge === "https" && definition !== tlsTermination) refuseUpstream([name], edgeId, request);
    const decided = definition === tlsTermination ? terminationOf(stored, edgeId, request) : {};
    const module = { ...toStoredModule(definition, body, String(params.id), state), ...decided };
    keep(module);
    return shown(definition, module, edgeId, request);
  }

  function get(request: OperationRequest): Wire | null {
    const { stored, edgeId } = find(request);
    if (stored !== undefined) return shown(definition, stored, edgeId, request);
    const unset = request.state.options.unsetModule;
    if (unset === "404") throw notFound("the module");
    if (unset === "disabled") return shown(definition, { enabled: false }, edgeId, request);
    return unset === "null" ? null : {};
  }

  function remove(request: OperationRequest): void {
    const { keep, stored } = find(request);
    if (stored === undefined && request.state.options.deleteUnsetModule === "404")
      throw notFound("the module");
    keep(undefined);
  }

  const what = `${name} of ${owner}`;
  return [
    {
      method: "put",
      path,
      tag,
      summary: `Replace ${what}`,
      body: write,
      answer: read,
      run: replace,
    },
    { method: "get", path, tag, summary: `Get ${what}`, answer: read, run: get },
    { method: "delete", path, tag, summary: `Delete ${what}`, run: remove },
  ];
}

/** The members of `tls_termination` that the edge determines, whatever the request contains. */
function terminationOf(stored: Wire | undefined, edgeId: string, request: OperationRequest): Wire {
  const isUpstream = terminateAt(edgeId, request) === "upstream";
  const isWrong = isUpstream && isSet(request.body.min_version);
  refuse(issueIf(isWrong, "must be null when terminate_at is upstream", "min_version"));
  return { ...(isUpstream ? { min_version: null } : {}), terminate_at: stored?.terminate_at };
}

/** Returns a module in the form of responses. */
function shown(definition: ModuleDefinition, module: Wire, edgeId: string, caller: Caller): Wire {
  const computed =
    definition === tlsTermination ? { terminate_at: terminateAt(edgeId, caller) } : {};
  return toAnswer(definition.read, { ...module, ...computed }, caller);
}

/** The modules of routes and of edges. The modules of a route are stored in the route. */
export const modules: Resource = {
  kind: "edge_module",
  operations: [...onRoutes, ...onEdges].flatMap(operationsOf),
  toAnswer: ({ path, body }, caller) => {
    const definition = onEdges.find((candidate) =>
      matchesTemplate(candidate.path, path),
    )?.definition;
    return definition === undefined
      ? body
      : shown(definition, body, String(path.split("/")[3]), caller);
  },
};

/** Returns the stored form of a written module: defaults set, read shape, every member present. */
export function toStoredModule(
  definition: ModuleDefinition,
  written: Wire,
  owner: string,
  { options }: EmulatorState,
): Wire {
  const set = Object.fromEntries(Object.entries(written).filter(([, value]) => isSet(value)));
  const documented = { enabled: true, ...definition.documented?.(options) };
  const defaults = { none: {}, documented, service: { ...definition.service, ...documented } };
  const filled = { ...defaults[options.filledDefaults], ...set };
  return toStored(definition.read, definition.toStored?.(filled, owner) ?? filled);
}

/** The place where TLS ends on an HTTPS edge: from an out-of-band change, the fixtures or the option, in this order. */
function terminateAt(edgeId: string, { state, account }: Caller): unknown {
  const stored = state.store.get(account, `/edges/https/${edgeId}/tls_termination`)?.body
    .terminate_at;
  return stored ?? state.known.terminateAt(edgeId) ?? state.options.terminateAt;
}

const allowedUpstream: readonly string[] = ["backend", "ip_restriction"];

/** Refuses modules that need the decrypted traffic on an edge that passes TLS through, if the option is set so. */
export function refuseUpstream(names: readonly string[], edgeId: string, caller: Caller): void {
  if (
    caller.state.options.modulesOnUpstreamEdge === "allow" ||
    terminateAt(edgeId, caller) !== "upstream"
  )
    return;
  const refused = names.filter((name) => !allowedUpstream.includes(name));
  refuse(
    refused.map((member) => ({
      member,
      message: "is not allowed on an edge that terminates TLS upstream",
    })),
  );
}
