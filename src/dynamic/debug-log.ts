import { createRequire } from "node:module";

/** Passes a text on to the engine. */
type Show = (text: string) => void;

/** Passes texts on to the engine at an address, which shows them with `--debug` alone; without an engine, nowhere. */
export function debugLog(address: string | undefined): Show {
  if (address === undefined) return () => undefined;
  let connecting: Promise<Show> | undefined;
  return (text) => {
    connecting ??= connect(address);
    // Nothing can be done about a message that does not arrive, and the operation is not the worse for it.
    connecting.then((show) => show(text)).catch(() => undefined);
  };
}

/** Loaded with the first message, which is of the first request. */
async function connect(address: string): Promise<Show> {
  const { EngineClient } = await import("@pulumi/pulumi/proto/engine_grpc_pb.js");
  const { LogRequest, LogSeverity } = await import("@pulumi/pulumi/proto/engine_pb.js");
  const engine = new EngineClient(address, grpc().credentials.createInsecure());
  return (text) => {
    const request = new LogRequest().setSeverity(LogSeverity.DEBUG).setMessage(text);
    engine.log(request, () => undefined);
  };
}

/** The SDK's own, which need not be found from here. */
const grpc = (): typeof import("@grpc/grpc-js") =>
  createRequire(require.resolve("@pulumi/pulumi/package.json"))("@grpc/grpc-js");
