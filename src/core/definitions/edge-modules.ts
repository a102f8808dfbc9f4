import { snakeCase } from "../schema/case";
import type { ExternalDefinition } from "../schema/definition";
import type { Table } from "../schema/field";
import { fields } from "../schema/row-types";
import { object, objects, string } from "../schema/rows";
import { type EdgeModuleArgs, edgeModule, type Ref, ref } from "./common";
import { singleton } from "./define";
import {
  type MutualTlsArgs,
  mutualTls,
  type TlsTerminationArgs,
  tlsTermination,
} from "./modules/edge";
import { type BackendArgs, backend } from "./modules/traffic";

/** Arguments of an `HttpsEdgeMutualTls` or a `TlsEdgeMutualTls`. */
export interface EdgeMutualTlsArgs extends EdgeModuleArgs, MutualTlsArgs {}

/** Read-only outputs of an `HttpsEdgeMutualTls` or a `TlsEdgeMutualTls`. */
export interface EdgeMutualTlsOutputs {
  /** The authorities that validate client certificates. */
  certificateAuthorities: Ref[];
}

/** Arguments of a `TcpEdgeBackend`. */
export interface TcpEdgeBackendArgs extends EdgeModuleArgs, BackendArgs {}

/** Read-only outputs of a `TcpEdgeBackend`. */
export interface TcpEdgeBackendOutputs {
  /** The backend. */
  backend: Ref;
}

/** Arguments of an `HttpsEdgeTlsTermination`. */
export interface HttpsEdgeTlsTerminationArgs extends EdgeModuleArgs, TlsTerminationArgs {}

/** Read-only outputs of an `HttpsEdgeTlsTermination`. */
export interface HttpsEdgeTlsTerminationOutputs {
  /** Where TLS ends: `edge` or `upstream`. */
  terminateAt: string;
}

const mutualTlsTable = fields<EdgeMutualTlsArgs, EdgeMutualTlsOutputs>()({
  ...edgeModule,
  ...mutualTls,
  certificateAuthorities: objects(ref, { output: true, repeats: ["certificateAuthorityIds"] }),
});

const externalEdge = (name: string, protocol: string) =>
  ({
    kind: "external",
    name,
    title: `${protocol.toUpperCase()} edge`,
    path: `/edges/${protocol}/{edge_id}`,
  }) as const;

const httpsEdge = externalEdge("httpsEdge", "https");
const tlsEdge = externalEdge("tlsEdge", "tls");
const tcpEdge = externalEdge("tcpEdge", "tcp");

/** Defines a module of an edge as a resource. */
const edgeModuleResource = (type: string, edge: ExternalDefinition, module: string, table: Table) =>
  singleton({
    type,
    title: "Edge-level modules",
    of: edge,
    module,
    path: `${edge.path}/${snakeCase(module)}`,
    fields: { ...table, edgeId: { ...edgeModule.edgeId, refersTo: edge.name } },
  });

export const httpsEdgeMutualTls = edgeModuleResource(
  "HttpsEdgeMutualTls",
  httpsEdge,
  "mutualTls",
  mutualTlsTable,
);

export const tlsEdgeMutualTls = edgeModuleResource(
  "TlsEdgeMutualTls",
  tlsEdge,
  "mutualTls",
  mutualTlsTable,
);

export const tcpEdgeBackend = edgeModuleResource(
  "TcpEdgeBackend",
  tcpEdge,
  "backend",
  fields<TcpEdgeBackendArgs, TcpEdgeBackendOutputs>()({
    ...edgeModule,
    ...backend,
    backend: object(ref, { output: true, repeats: ["backendId"] }),
  }),
);

export const httpsEdgeTlsTermination = edgeModuleResource(
  "HttpsEdgeTlsTermination",
  httpsEdge,
  "tlsTermination",
  fields<HttpsEdgeTlsTerminationArgs, HttpsEdgeTlsTerminationOutputs>()({
    ...edgeModule,
    ...tlsTermination,
    terminateAt: string({ output: true }),
  }),
);
