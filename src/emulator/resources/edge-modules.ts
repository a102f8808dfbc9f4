import type { z } from "@hono/zod-openapi";
import { notFound, refuse } from "../http/errors";
import type { Operation, OperationRequest } from "../http/operations";
import type { ModuleDefinition } from "../modules";
import { mutualTls, tlsTermination } from "../modules/edge";
import { backend } from "../modules/traffic";
import { toAnswer } from "../shapes/forms";
import type { EdgeKind } from "../state/fixtures";
import type { Caller } from "../state/state";
import type { StoredObject } from "../state/store";
import type { Wire } from "../wire";
import {
  moduleIssues,
  refuseUnsetDelete,
  refuseUpstream,
  terminateAt,
  toStoredModule,
  unsetAnswer,
} from "./module-rules";

const tag = "Edge modules";

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

interface Shapes {
  readonly write: z.ZodObject;
  readonly read: z.ZodObject;
}

/** Named once each: two edge kinds share a module, and a schema name may appear only once in the OpenAPI document. */
const namedShapes = new Map(
  [mutualTls, backend, tlsTermination].map((definition) => [
    definition,
    { write: definition.write.openapi(`${definition.title}Write`), read: definition.read.openapi(definition.title) },
  ]),
);

export const edgeModuleOperations: readonly Operation[] = edgeModules.flatMap((module) => {
  const shapes = namedShapes.get(module.definition) ?? module.definition;
  return [replacement(module, shapes), reading(module, shapes), deletion(module)];
});

/** The edge module whose API path this is. */
export function findEdgeModule(path: string): EdgeModule | undefined {
  return edgeModules.find(({ edge, name }) => new RegExp(`^/edges/${edge}/[^/]+/${name}$`).test(path));
}

/** The module in the form that answers show. */
export function toEdgeModuleAnswer({ path, body }: StoredObject, caller: Caller): Wire {
  const definition = findEdgeModule(path)?.definition;
  if (definition === undefined) return body;
  if (definition !== tlsTermination) return toAnswer(definition.read, body, caller);
  const terminates = { terminate_at: terminateAt(String(path.split("/")[3]), caller) };
  return toAnswer(definition.read, { ...body, ...terminates }, caller);
}

function replacement(module: EdgeModule, { write, read }: Shapes): Operation {
  const { edge, name, definition } = module;
  return {
    method: "put",
    path: `/edges/${edge}/{id}/${name}`,
    tag,
    summary: `Replace ${name} of a ${edge} edge`,
    body: write,
    status: 200,
    answer: read,
    run: (request) => {
      const { account, body, params, state } = request;
      const path = pathOf(module, request);
      refuse(moduleIssues(definition, body, state));
      const decided = edge === "https" ? httpsRules(module, request) : {};
      const stored: StoredObject = {
        account,
        kind: "edge_module",
        path,
        body: { ...toStoredModule(definition, body, String(params.id), state), ...decided },
      };
      state.store.put(stored);
      return toEdgeModuleAnswer(stored, request);
    },
  };
}

function reading(module: EdgeModule, { read }: Shapes): Operation {
  const { edge, name, definition } = module;
  return {
    method: "get",
    path: `/edges/${edge}/{id}/${name}`,
    tag,
    summary: `Get ${name} of a ${edge} edge`,
    status: 200,
    answer: read,
    run: (request) => {
      const stored = request.state.store.get(request.account, pathOf(module, request));
      return stored === undefined ? unsetEdgeModule(definition, request) : toEdgeModuleAnswer(stored, request);
    },
  };
}

/** Where TLS ends is known of an edge, whether its module is configured or not. */
function unsetEdgeModule(definition: ModuleDefinition, request: OperationRequest): Wire | null {
  const answer = unsetAnswer(definition, request);
  if (answer === null || !("terminate_at" in answer)) return answer;
  return { ...answer, terminate_at: terminateAt(String(request.params.id), request) };
}

function deletion(module: EdgeModule): Operation {
  const { edge, name } = module;
  return {
    method: "delete",
    path: `/edges/${edge}/{id}/${name}`,
    tag,
    summary: `Delete ${name} of a ${edge} edge`,
    status: 204,
    run: (request) => refuseUnsetDelete(request.state.store.delete(request.account, pathOf(module, request)), request),
  };
}

function pathOf({ edge, name }: EdgeModule, { params, state }: OperationRequest): string {
  const id = String(params.id);
  if (!state.known.hasEdge(edge, id)) throw notFound("the edge");
  return `/edges/${edge}/${id}/${name}`;
}

/** The rules of HTTPS edges. @returns members of the stored module that the edge decides on, whatever is written */
function httpsRules({ definition, name }: EdgeModule, request: OperationRequest): Wire {
  const edgeId = String(request.params.id);
  if (definition !== tlsTermination) {
    refuseUpstream([name], edgeId, request);
    return {};
  }
  const isUpstream = terminateAt(edgeId, request) === "upstream";
  if (isUpstream && typeof request.body.min_version === "string") {
    refuse([{ member: "min_version", message: "must be null when terminate_at is upstream" }]);
  }
  const edited = request.state.store.get(request.account, `/edges/https/${edgeId}/tls_termination`)?.body.terminate_at;
  return { ...(isUpstream ? { min_version: null } : {}), ...(edited === undefined ? {} : { terminate_at: edited }) };
}
