import type { handleUnaryCall, UntypedServiceImplementation } from "@grpc/grpc-js";
import { type PluginAttach, PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import type { IResourceProviderServer } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Provider } from "../../core/provider/provider";
import { checkConfig, createConfiguredProvider, diffConfig } from "./configuration";
import { engineLog, type LogForResource } from "./engine-log";
import { invoke, list } from "./invoke";
import { check, create, diff, read, remove, type Session, update } from "./resource-calls";
import { toServiceError } from "./status";

/** The plugin's description of itself. The Pulumi package schema is read on demand. */
type PluginDescription = { readonly version: string; readonly schema: () => string };

/** The calls of the plugin. gRPC responds to all other calls that they are not implemented. */
type Calls = Partial<IResourceProviderServer> & UntypedServiceImplementation;

/**
 * The calls of the engine in a process. It starts a process for each provider instance.
 *
 * @param engineAddress The address of the engine that has started the process, if one has.
 */
export function createService(plugin: PluginDescription, engineAddress: string | undefined): Calls {
  const instance = new Instance(plugin.version, engineAddress);
  const withSession = <Request, Response>(
    call: (session: Session, request: Request) => Response | Promise<Response>,
  ) => unary((request: Request) => call(instance.session(), request));
  return {
    ...configurationCalls(instance, plugin),
    check: withSession(check),
    diff: withSession(diff),
    create: withSession(create),
    read: withSession(read),
    update: withSession(update),
    delete: withSession(remove),
    invoke: withSession(invoke),
    list: (call) => {
      // A stream has no callback for an error: the handler of a unary call supplies it.
      const writeList = withSession((session) => list(session, call));
      writeList(call, (error) => (error ? call.emit("error", error) : call.end()));
    },
    cancel: unary(() => {
      instance.cancel();
      return new Empty();
    }),
  };
}

/** The calls that configure a provider, and the calls before them. */
function configurationCalls(instance: Instance, { version, schema }: PluginDescription): Calls {
  return {
    handshake: unary((request: proto.ProviderHandshakeRequest) => {
      if (request.getEngineAddress() !== "") instance.logTo(request.getEngineAddress());
      return new proto.ProviderHandshakeResponse().setAcceptSecrets(true);
    }),
    attach: unary((request: PluginAttach) => {
      instance.logTo(request.getAddress());
      return new Empty();
    }),
    getPluginInfo: unary(() => new PluginInfo().setVersion(version)),
    getSchema: unary(() => new proto.GetSchemaResponse().setSchema(schema())),
    checkConfig: unary((request: proto.CheckRequest) => {
      instance.recordCheck();
      return checkConfig(request);
    }),
    diffConfig: unary(diffConfig),
    configure: unary((request: proto.ConfigureRequest) => {
      instance.configure(request);
      return new proto.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
    }),
  };
}

/** A provider instance, from its start to its end. */
class Instance {
  readonly #cancellation = new AbortController();
  readonly #imported = new Set<string>();
  #logFor: LogForResource;
  #provider: Provider | undefined;
  /** True after a check of settings: the engine checks the settings of a program, and not those in a state. */
  #hasProgram = false;

  constructor(
    readonly version: string,
    readonly engineAddress: string | undefined,
  ) {
    this.#logFor = engineAddress === undefined ? noLog : engineLog(engineAddress);
  }

  logTo(address: string): void {
    this.#logFor = engineLog(address);
  }

  recordCheck(): void {
    this.#hasProgram = true;
  }

  configure(request: proto.ConfigureRequest): void {
    this.#provider = createConfiguredProvider(
      request,
      this.#logFor,
      this.engineAddress,
      this.#hasProgram,
    );
  }

  /** The configured provider, with the context of its calls. */
  session(): Session {
    if (!this.#provider) throw new Error("the provider is not configured yet");
    const signal = this.#cancellation.signal;
    return { provider: this.#provider, logFor: this.#logFor, imported: this.#imported, signal };
  }

  /** Ends the instance. The engine also calls this at the end of every run, and waits a few seconds. */
  cancel(): void {
    this.#cancellation.abort();
    this.#provider?.end();
  }
}

const noLog: LogForResource = () => () => undefined;

/** A gRPC handler that responds in any case: an error that gRPC catches would reach the engine without its message. */
function unary<Request, Response>(
  handle: (request: Request) => Response | Promise<Response>,
): handleUnaryCall<Request, Response> {
  return ({ request }, callback) => {
    const response = Promise.resolve(request).then(handle);
    response.then(
      (value) => callback(null, value),
      (error: unknown) => callback(toServiceError(error)),
    );
  };
}
