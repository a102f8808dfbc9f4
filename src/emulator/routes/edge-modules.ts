import { invalid, notFound } from "../errors";
import type { EdgeKind } from "../fixtures";
import { checkUpstream, moduleIssues, shownModule, storedModule, terminateAt } from "../modules";
import type { Operation, OperationRequest } from "../operations";
import type { ModuleDefinition } from "../schemas/modules";
import { backend, mutualTls } from "../schemas/modules/references";
import { tlsTermination } from "../schemas/modules/tls-termination";
import type { Caller } from "../state";
import type { StoredObject } from "../store";
import type { Wire } from "../wire";
import { refuseUnsetDelete, unsetAnswer } from "./unset-modules";

/** A module that is attached to an edge itself. */
interface EdgeModule {
  readonly edge: EdgeKind;
  readonly name: string;
  readonly definition: ModuleDefinition;
}

const edgeModules: readonly EdgeModule[] = [
  { edge: "https", name: "mutual_tls", definition: mutualTls },
  { edge: "tls", name: "mutual_tls", definition: mutualTls },
  { edge: "tcp", name: "backend", definition: backend },
  { edge: "https", name: "tls_termination", definition: tlsTermination },
];

/** Named once each: two edge kinds share a module, and a schema name may appear only once in the OpenAPI document. */
const shapes = new Map(
  [mutualTls, backend, tlsTermination].map((definition) => [
    definition,
    { write: definition.write.openapi(`${definition.title}Write`), read: definition.read.openapi(definition.title) },
  ]),
);

export const edgeModuleOperations: readonly Operation[] = edgeModules.flatMap(operationsOf);

/** The edge module whose API path this is. */
export function findEdgeModule(path: string): EdgeModule | undefined {
  return edgeModules.find(({ edge, name }) => new RegExp(`^/edges/${edge}/[^/]+/${name}$`).test(path));
}

/** The module as an answer shows it. */
export function showEdgeModule({ path, body }: StoredObject, caller: Caller): Wire {
  const module = findEdgeModule(path);
  if (module === undefined) return body;
  if (module.definition !== tlsTermination) return shownModule(module.definition, body, caller);
  const terminates = { terminate_at: terminateAt(String(path.split("/")[3]), caller) };
  return shownModule(module.definition, { ...body, ...terminates }, caller);
}

function operationsOf(module: EdgeModule): Operation[] {
  const { edge, name, definition } = module;
  const common = { path: `/edges/${edge}/{id}/${name}`, tag: "Edge modules" };
  const shape = shapes.get(definition);
  if (shape === undefined) throw new Error(`${definition.title} has no named shape`);
  return [
    {
      ...common,
      method: "put",
      summary: `Replace ${name} of a ${edge} edge`,
      body: shape.write,
      status: 200,
      answer: shape.read,
      run: (request) => replace(module, request),
    },
    {
      ...common,
      method: "get",
      summary: `Get ${name} of a ${edge} edge`,
      status: 200,
      answer: shape.read,
      run: (request) => {
        const stored = request.state.store.get(request.account, pathOf(module, request));
        return stored === undefined ? unsetAnswer(definition, request) : showEdgeModule(stored, request);
      },
    },
    {
      ...common,
      method: "delete",
      summary: `Delete ${name} of a ${edge} edge`,
      status: 204,
      run: (request) =>
        refuseUnsetDelete(request.state.store.delete(request.account, pathOf(module, request)), request),
    },
  ];
}

function pathOf({ edge, name }: EdgeModule, { params, state }: OperationRequest): string {
  const id = String(params.id);
  if (!state.known.hasEdge(edge, id)) throw notFound("the edge");
  return `/edges/${edge}/${id}/${name}`;
}

function replace(module: EdgeModule, request: OperationRequest): Wire {
  const { definition, edge } = module;
  const { account, body, params, state } = request;
  const path = pathOf(module, request);
  const issues = moduleIssues(definition, body, state);
  if (issues.length > 0) throw invalid(issues);
  const kept = edge === "https" ? httpsRules(module, request) : {};
  const filled = storedModule(definition, body, String(params.id), state);
  const stored: StoredObject = { account, kind: "edge_module", path, body: { ...filled, ...kept } };
  state.store.put(stored);
  return showEdgeModule(stored, request);
}

/** The rules of HTTPS edges. @returns members of the stored module that a replacement keeps */
function httpsRules({ definition, name }: EdgeModule, request: OperationRequest): Wire {
  const edgeId = String(request.params.id);
  if (definition !== tlsTermination) {
    checkUpstream([name], edgeId, request);
    return {};
  }
  const { min_version: version } = request.body;
  if (version !== undefined && version !== null && terminateAt(edgeId, request) === "upstream") {
    throw invalid([{ member: "min_version", message: "must be null when terminate_at is upstream" }]);
  }
  const edited = request.state.store.get(request.account, `/edges/https/${edgeId}/tls_termination`)?.body.terminate_at;
  return edited === undefined ? {} : { terminate_at: edited };
}
