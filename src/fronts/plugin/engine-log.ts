import { credentials } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { GetRootResourceRequest, LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import type { Log } from "../../core/schema/problem";

/** The severities of the engine. It shows messages of `DEBUG` only with `--debug`. */
const severities = {
  debug: LogSeverity.DEBUG,
  info: LogSeverity.INFO,
  warning: LogSeverity.WARNING,
} as const;

/** Returns the log of the resource with a URN. */
export type LogForResource = (urn: string) => Log;

/** Logs of resources among the messages of the engine that listens at an address. */
export function engineLog(address: string): LogForResource {
  const engine = connectToEngine(address);
  return (urn) =>
    ({ severity, text }) => {
      const request = new LogRequest()
        .setSeverity(severities[severity])
        .setMessage(text)
        .setUrn(urn);
      // A message that does not arrive must not fail the operation.
      engine.log(request, () => undefined);
    };
}

/** True if the engine runs a program, which registers its root resource. A destroy and a refresh usually do not. */
export function engineHasProgram(address: string): Promise<boolean> {
  const engine = connectToEngine(address);
  return new Promise((resolve) => {
    engine.getRootResource(new GetRootResourceRequest(), (error, response) =>
      resolve(!error && response.getUrn() !== ""),
    );
  });
}

/** The clients by the addresses of their engines. Nothing would close the connection of a client per call. */
const clients = new Map<string, EngineClient>();

/** The client of an engine. Without the option, gRPC would use the proxy of `https_proxy`, although the engine is local. */
function connectToEngine(address: string): EngineClient {
  const known = clients.get(address);
  if (known) return known;
  const client = new EngineClient(address, credentials.createInsecure(), {
    "grpc.enable_http_proxy": 0,
  });
  clients.set(address, client);
  return client;
}
