import { credentials, Server, ServerCredentials } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import {
  GetRootResourceResponse,
  type LogRequest,
  LogSeverity,
} from "@pulumi/pulumi/proto/engine_pb";
import {
  ResourceProviderClient,
  ResourceProviderService,
} from "@pulumi/pulumi/proto/provider_grpc_pb";
import {
  ConfigureRequest,
  type ConfigureResponse,
  ProviderHandshakeRequest,
  type ProviderHandshakeResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Values } from "../../src/core/schema/values";
import { toStruct } from "../../src/fronts/plugin/properties";
import { createService } from "../../src/fronts/plugin/service";
import { answer, type Done, pluginCalls } from "./plugin-calls";

export { answer, seen, urnOf } from "./plugin-calls";

/** A message that the plugin sends to the engine. */
export interface Shown {
  readonly severity: "debug" | "info" | "warning";
  readonly urn: string;
  readonly text: string;
}

const severities = {
  [LogSeverity.DEBUG]: "debug",
  [LogSeverity.INFO]: "info",
  [LogSeverity.WARNING]: "warning",
  [LogSeverity.ERROR]: "warning",
} as const;

/**
 * Starts an engine that records the messages that it receives; `root` is the URN that a running program has registered
 * as its root.
 */
export async function startEngine() {
  const shown: Shown[] = [];
  const engine = new Server();
  /** The clients that have asked for the root resource. */
  const peers = new Set<string>();
  const served = { shown, peers, root: "", address: "", close: () => engine.forceShutdown() };
  engine.addService(EngineService, {
    log: ({ request }: { request: LogRequest }, done: Done<Empty>) => {
      const severity = severities[request.getSeverity()];
      shown.push({ severity, urn: request.getUrn(), text: request.getMessage() });
      done(null, new Empty());
    },
    getRootResource: (call: { getPeer(): string }, done: Done<GetRootResourceResponse>) => {
      peers.add(call.getPeer());
      done(null, new GetRootResourceResponse().setUrn(served.root));
    },
  });
  served.address = await listening(engine);
  return served;
}

export type ServedPlugin = Awaited<ReturnType<typeof inProcessPlugin>>;

/**
 * Starts the plugin's service on a real gRPC server, and an engine that records the messages that it receives;
 * `settings` configure the service as the default provider.
 */
export async function inProcessPlugin(settings?: Values) {
  const engine = await startEngine();
  const { shown } = engine;
  const plugin = new Server();
  const about = { version: "1.2.3", schema: () => '{"name":"edge-ingress"}' };
  plugin.addService(ResourceProviderService, createService(about, engine.address));
  const address = await listening(plugin);
  const client = new ResourceProviderClient(address, credentials.createInsecure());
  await answer<ProviderHandshakeResponse>((done) =>
    client.handshake(new ProviderHandshakeRequest(), done),
  );
  const served = {
    ...pluginCalls(client),
    address,
    client,
    /** The messages that the engine received. */
    shown: shown as readonly Shown[],
    /** Configures the service with settings in the engine's form, for a provider with this name. */
    configure: async (settings: Values, name = "default") => {
      const request = new ConfigureRequest().setArgs(toStruct(settings)).setName(name);
      await answer<ConfigureResponse>((done) => client.configure(request, done));
    },
    [Symbol.asyncDispose]: async () => {
      client.close();
      plugin.forceShutdown();
      engine.close();
    },
  };
  if (settings) await served.configure(settings);
  return served;
}

const listening = (server: Server): Promise<string> =>
  new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(`127.0.0.1:${port}`),
    );
  });

/** A secret in the engine's form. */
export const secret = (value: unknown) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  value,
});
