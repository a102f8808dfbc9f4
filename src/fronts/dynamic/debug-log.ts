import { createRequire } from "node:module";

/** Logs a text for `--debug`. */
type DebugLog = (text: string) => void;

/** A log of the engine at an address, which displays it only with `--debug`. Without an engine, the log does nothing. */
export function debugLog(address: string | undefined): DebugLog {
  if (address === undefined) return () => undefined;
  let log: DebugLog | undefined;
  return (text) => {
    log ??= connect(address);
    log(text);
  };
}

/** Connects to the engine. It is called, and loads gRPC, with the first message, which is about the first request. */
function connect(address: string): DebugLog {
  // The dependencies of the SDK may not be resolvable from this package.
  const sdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
  const { EngineClient } = sdk(
    "./proto/engine_grpc_pb",
  ) as typeof import("@pulumi/pulumi/proto/engine_grpc_pb");
  const { LogRequest, LogSeverity } = sdk(
    "./proto/engine_pb",
  ) as typeof import("@pulumi/pulumi/proto/engine_pb");
  const { credentials } = sdk("@grpc/grpc-js") as typeof import("@grpc/grpc-js");
  // The engine runs on this machine. Without the option, gRPC would use the proxy of `https_proxy`.
  const engine = new EngineClient(address, credentials.createInsecure(), {
    "grpc.enable_http_proxy": 0,
  });
  return (text) => {
    const request = new LogRequest().setSeverity(LogSeverity.DEBUG).setMessage(text);
    // A message that does not arrive must not fail the operation.
    engine.log(request, () => undefined);
  };
}
