import { credentials } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { GetRootResourceRequest, LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import type { Log } from "../../core/schema/problem";

/** What is of `debug` the engine shows with `--debug` alone. */
const severities = {
  debug: LogSeverity.DEBUG,
  info: LogSeverity.INFO,
  warning: LogSeverity.WARNING,
} as const;

/** Shows messages of the resource that a URN names. */
export type LogForResource = (urn: string) => Log;

/** Shows messages among those of the engine that listens at an address. */
export function engineLog(address: string): LogForResource {
  const engine = engineAt(address);
  return (urn) =>
    ({ severity, text }) => {
      const request = new LogRequest()
        .setSeverity(severities[severity])
        .setMessage(text)
        .setUrn(urn);
      // Nothing can be done about a message that does not arrive, and the operation is not the worse for it.
      engine.log(request, () => undefined);
    };
}

/** Whether the engine runs a program, which registers its root resource. A destroy and a refresh usually do not. */
export function engineHasProgram(address: string): Promise<boolean> {
  const engine = engineAt(address);
  return new Promise((resolve) => {
    engine.getRootResource(new GetRootResourceRequest(), (error, answer) =>
      resolve(!error && answer.getUrn() !== ""),
    );
  });
}

/** One client for each engine: nothing would close the connections of a client for each call. */
const clients = new Map<string, EngineClient>();

/** The engine runs on this machine. Without the option, gRPC takes the proxy of `https_proxy` to it, in lower case alone. */
function engineAt(address: string): EngineClient {
  const known = clients.get(address);
  if (known) return known;
  const client = new EngineClient(address, credentials.createInsecure(), {
    "grpc.enable_http_proxy": 0,
  });
  clients.set(address, client);
  return client;
}
