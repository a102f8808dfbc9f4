import { createRequire } from "node:module";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";

/** Passes texts on to the engine at an address, which shows them with `--debug` alone; without an engine, nowhere. */
export function debugLog(address: string | undefined): (text: string) => void {
  if (address === undefined) return () => undefined;
  let engine: EngineClient | undefined;
  return (text) => {
    engine ??= new EngineClient(address, grpc().credentials.createInsecure());
    const request = new LogRequest().setSeverity(LogSeverity.DEBUG).setMessage(text);
    // Nothing can be done about a message that does not arrive, and the operation is not the worse for it.
    engine.log(request, () => undefined);
  };
}

/** The SDK's own, which need not be found from here. */
const grpc = (): typeof import("@grpc/grpc-js") =>
  createRequire(require.resolve("@pulumi/pulumi/package.json"))("@grpc/grpc-js");
