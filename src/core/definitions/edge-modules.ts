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

const edge = (name: string, protocol: string) =>
  ({
    kind: "external",
    name,
    title: `${protocol.toUpperCase()} edge`,
    path: `/edges/${protocol}/{edge_id}`,
  }) as const;

const httpsEdge = edge("httpsEdge", "https");
const tlsEdge = edge("tlsEdge", "tls");
const tcpEdge = edge("tcpEdge", "tcp");

const onEdge = (type: string, of: ExternalDefinition, module: string, table: Table) =>
  singleton({
    type,
    title: "Edge-level modules",
    of,
    module,
    path: `${of.path}/${snakeCase(module)}`,
    fields: table,
  });

export const httpsEdgeMutualTls = onEdge(
  "HttpsEdgeMutualTls",
  httpsEdge,
  "mutualTls",
  mutualTlsTable,
);

export const tlsEdgeMutualTls = onEdge("TlsEdgeMutualTls", tlsEdge, "mutualTls", mutualTlsTable);

export const tcpEdgeBackend = onEdge(
  "TcpEdgeBackend",
  tcpEdge,
  "backend",
  fields<TcpEdgeBackendArgs, TcpEdgeBackendOutputs>()({
    ...edgeModule,
    ...backend,
    backend: object(ref, { output: true, repeats: ["backendId"] }),
  }),
);

export const httpsEdgeTlsTermination = onEdge(
  "HttpsEdgeTlsTermination",
  httpsEdge,
  "tlsTermination",
  fields<HttpsEdgeTlsTerminationArgs, HttpsEdgeTlsTerminationOutputs>()({
    ...edgeModule,
    ...tlsTermination,
    terminateAt: string({ output: true }),
  }),
);
