import { fields } from "../schema/field";
import { object, objects, string } from "../schema/rows";
import { singleton } from "./define";
import { type EdgeModuleArgs, edgeModule } from "./module-resource-args";
import { type BackendArgs, backend } from "./modules/backend";
import { type Ref, ref } from "./modules/common";
import { type MutualTlsArgs, mutualTls } from "./modules/mutual-tls";
import { type TlsTerminationArgs, tlsTermination } from "./modules/tls-termination";

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

export const httpsEdgeMutualTls = singleton({
  type: "HttpsEdgeMutualTls",
  title: "Edge-level modules",
  path: "/edges/https/{edge_id}/mutual_tls",
  fields: mutualTlsTable,
});

export const tlsEdgeMutualTls = singleton({
  type: "TlsEdgeMutualTls",
  title: "Edge-level modules",
  path: "/edges/tls/{edge_id}/mutual_tls",
  fields: mutualTlsTable,
});

export const tcpEdgeBackend = singleton({
  type: "TcpEdgeBackend",
  title: "Edge-level modules",
  path: "/edges/tcp/{edge_id}/backend",
  fields: fields<TcpEdgeBackendArgs, TcpEdgeBackendOutputs>()({
    ...edgeModule,
    ...backend,
    backend: object(ref, { output: true, repeats: ["backendId"] }),
  }),
});

export const httpsEdgeTlsTermination = singleton({
  type: "HttpsEdgeTlsTermination",
  title: "Edge-level modules",
  path: "/edges/https/{edge_id}/tls_termination",
  fields: fields<HttpsEdgeTlsTerminationArgs, HttpsEdgeTlsTerminationOutputs>()({
    ...edgeModule,
    ...tlsTermination,
    terminateAt: string({ output: true }),
  }),
});
