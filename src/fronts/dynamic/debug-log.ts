import { createRequire } from "node:module";

/** Passes a text on to the engine. */
type Show = (text: string) => void;

/** Passes texts on to the engine at an address, which shows them with `--debug` alone; without an engine, nowhere. */
export function debugLog(address: string | undefined): Show {
  if (address === undefined) return () => undefined;
  let show: Show | undefined;
  return (text) => {
    show ??= connect(address);
    show(text);
  };
}

/** Loads what it needs, with the first message: that is of the first request. */
function connect(address: string): Show {
  // The SDK's own packages need not be found from here.
  const sdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
  const { EngineClient } = sdk(
    "./proto/engine_grpc_pb",
  ) as typeof import("@pulumi/pulumi/proto/engine_grpc_pb");
  const { LogRequest, LogSeverity } = sdk(
    "./proto/engine_pb",
  ) as typeof import("@pulumi/pulumi/proto/engine_pb");
  const { credentials } = sdk("@grpc/grpc-js") as typeof import("@grpc/grpc-js");
  // The engine runs on this machine: without the option, gRPC takes the proxy of `https_proxy` to it.
  const engine = new EngineClient(address, credentials.createInsecure(), {
    "grpc.enable_http_proxy": 0,
  });
  return (text) => {
    const request = new LogRequest().setSeverity(LogSeverity.DEBUG).setMessage(text);
    // Nothing can be done about a message that does not arrive, and the operation is not the worse for it.
    engine.log(request, () => undefined);
  };
}
