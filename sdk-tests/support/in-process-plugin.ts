import { type ClientUnaryCall, credentials, Server, ServerCredentials, type ServiceError } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { GetRootResourceResponse, type LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { ResourceProviderClient, ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Values } from "../../src/core/schema/values";
import { messageOf } from "../../src/fronts/plugin/properties";
import { createService } from "../../src/fronts/plugin/service";

/** A message that the plugin has the engine show. */
export interface Shown {
  readonly severity: "debug" | "info" | "warning";
  readonly urn: string;
  readonly text: string;
}

type Done<T> = (error: ServiceError | null, answer: T) => void;

const severities = {
  [LogSeverity.DEBUG]: "debug",
  [LogSeverity.INFO]: "info",
  [LogSeverity.WARNING]: "warning",
  [LogSeverity.ERROR]: "warning",
} as const;

/** An engine that records what it receives; `root` is the URN that a program has registered as its root, if one runs. */
export async function startEngine() {
  const shown: Shown[] = [];
  const engine = new Server();
  const served = { shown, root: "", address: "", close: () => engine.forceShutdown() };
  engine.addService(EngineService, {
    log: ({ request }: { request: LogRequest }, done: Done<Empty>) => {
      const severity = severities[request.getSeverity()];
      shown.push({ severity, urn: request.getUrn(), text: request.getMessage() });
      done(null, new Empty());
    },
    getRootResource: (_: unknown, done: Done<GetRootResourceResponse>) =>
      done(null, new GetRootResourceResponse().setUrn(served.root)),
  });
  served.address = await listening(engine);
  return served;
}

export type ServedPlugin = Awaited<ReturnType<typeof inProcessPlugin>>;

/**
 * The plugin's service on a real gRPC server, next to an engine that records what it receives; `settings` configure it as the
 * default provider.
 */
export async function inProcessPlugin(settings?: Values) {
  const engine = await startEngine();
  const { shown } = engine;
  const plugin = new Server();
  const about = { version: "1.2.3", schema: () => '{"name":"edge-ingress"}' };
  plugin.addService(ResourceProviderService, createService(about, engine.address));
  const address = await listening(plugin);
  const client = new ResourceProviderClient(address, credentials.createInsecure());
  await answer<messages.ProviderHandshakeResponse>((done) =>
    client.handshake(new messages.ProviderHandshakeRequest(), done),
  );
  const served = {
    address,
    client,
    /** What the engine was told, and by when it has heard of so much. */
    shown: shown as readonly Shown[],
    /** Settings as the engine passes them on for a provider of this name. */
    configure: async (given: Values, name = "default") => {
      const request = new messages.ConfigureRequest().setArgs(messageOf(given)).setName(name);
      await answer<messages.ConfigureResponse>((done) => client.configure(request, done));
    },
    /** The calls for a resource of a type. */
    of: (type: string) => callsFor(client, urnOf(type)),
    /** The result of a function, and why it was refused. */
    invoke: async (name: string, args: Values) => {
      const request = new messages.InvokeRequest().setTok(`edge-ingress:index:${name}`).setArgs(messageOf(args));
      const response = await answer<messages.InvokeResponse>((done) => client.invoke(request, done));
      return { result: seen(response.getReturn()), failures: reasonsOf(response) };
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

const reasonsOf = (response: { getFailuresList(): messages.CheckFailure[] }): string[] =>
  response.getFailuresList().map((failure) => failure.getReason());

const kindOf = (kind: number) => Object.entries(messages.PropertyDiff.Kind).find(([, each]) => each === kind)?.[0];

/** The calls of an engine for one resource, with values in place of messages. */
function callsFor(client: ResourceProviderClient, urn: string) {
  return {
    check: async (olds: Values | undefined, news: Values) => {
      const request = new messages.CheckRequest()
        .setUrn(urn)
        .setOlds(messageOf(olds ?? {}))
        .setNews(messageOf(news));
      const response = await answer<messages.CheckResponse>((done) => client.check(request, done));
      return { inputs: seen(response.getInputs()), failures: reasonsOf(response) };
    },
    diff: async (id: string, olds: Values, news: Values) => {
      const request = new messages.DiffRequest()
        .setUrn(urn)
        .setId(id)
        .setOlds(messageOf(olds))
        .setNews(messageOf(news));
      const response = await answer<messages.DiffResponse>((done) => client.diff(request, done));
      const details = [...response.getDetaileddiffMap().entries()];
      return {
        changed: response.getDiffsList(),
        replaces: response.getReplacesList(),
        stables: response.getStablesList(),
        details: Object.fromEntries(details.map(([path, detail]) => [path, kindOf(detail.getKind())])),
      };
    },
    create: async (inputs: Values, isPreview = false) => {
      const request = new messages.CreateRequest().setUrn(urn).setProperties(messageOf(inputs)).setPreview(isPreview);
      const response = await answer<messages.CreateResponse>((done) => client.create(request, done));
      return { id: response.getId(), outputs: seen(response.getProperties()) };
    },
    /** For a refresh; without a state, for an import. */
    read: async (id: string, state?: Values) => {
      const request = new messages.ReadRequest().setUrn(urn).setId(id);
      if (state) request.setProperties(messageOf(state));
      const response = await answer<messages.ReadResponse>((done) => client.read(request, done));
      return { id: response.getId(), outputs: seen(response.getProperties()), inputs: seen(response.getInputs()) };
    },
    update: async (id: string, olds: Values, news: Values, isPreview = false) => {
      const request = new messages.UpdateRequest().setUrn(urn).setId(id).setPreview(isPreview);
      request.setOlds(messageOf(olds)).setNews(messageOf(news));
      return seen((await answer<messages.UpdateResponse>((done) => client.update(request, done))).getProperties());
    },
    delete: (id: string, state: Values) => {
      const request = new messages.DeleteRequest().setUrn(urn).setId(id).setProperties(messageOf(state));
      return answer<Empty>((done) => client.delete(request, done));
    },
  };
}

const listening = (server: Server): Promise<string> =>
  new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(`127.0.0.1:${port}`),
    );
  });

/** The answer to a call. */
export const answer = <T>(call: (done: Done<T>) => ClientUnaryCall): Promise<T> =>
  new Promise((resolve, reject) => {
    call((error, response) => (error ? reject(error) : resolve(response)));
  });

/** Values of a message, as the engine sees them. */
export const seen = (message: Struct | undefined): Values => (message?.toJavaScript() ?? {}) as Values;

/** What the engine calls a resource of the plugin. */
export const urnOf = (type: string, name = "subject"): string =>
  `urn:pulumi:dev::test::edge-ingress:index:${type}::${name}`;

/** A secret as the engine passes it on. */
export const secret = (value: unknown) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  value,
});
