import { fields } from "../engine/field";
import { moduleResource } from "../engine/module";
import { object, objects, string } from "../engine/rows";
import { isSet } from "../engine/values";
import { type BackendArgs, backend } from "../modules/backend";
import { type Ref, ref } from "../modules/common";
import { type MutualTlsArgs, mutualTls } from "../modules/mutual-tls";
import { type TlsTerminationArgs, tlsTermination } from "../modules/tls-termination";
import { type EdgeModuleArgs, edgeModule } from "./module-resource-args";

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
  certificateAuthorities: objects(ref, { output: true, repeats: "certificateAuthorityIds" }),
});

export const httpsEdgeMutualTls = moduleResource({
  type: "HttpsEdgeMutualTls",
  path: "/edges/https/{edge_id}/mutual_tls",
  fields: mutualTlsTable,
});

export const tlsEdgeMutualTls = moduleResource({
  type: "TlsEdgeMutualTls",
  path: "/edges/tls/{edge_id}/mutual_tls",
  fields: mutualTlsTable,
});

export const tcpEdgeBackend = moduleResource({
  type: "TcpEdgeBackend",
  path: "/edges/tcp/{edge_id}/backend",
  fields: fields<TcpEdgeBackendArgs, TcpEdgeBackendOutputs>()({
    ...edgeModule,
    ...backend,
    backend: object(ref, { output: true, repeats: "backendId" }),
  }),
});

export const httpsEdgeTlsTermination = moduleResource({
  type: "HttpsEdgeTlsTermination",
  path: "/edges/https/{edge_id}/tls_termination",
  fields: fields<HttpsEdgeTlsTerminationArgs, HttpsEdgeTlsTerminationOutputs>()({
    ...edgeModule,
    ...tlsTermination,
    terminateAt: string({ output: true }),
  }),
  refuses: ({ terminateAt }, { minVersion }) =>
    terminateAt === "upstream" && isSet(minVersion)
      ? "minVersion must be absent while terminateAt is upstream: TLS ends at the agent or application"
      : undefined,
});
