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

/** What the plugin reports of itself. The Pulumi package schema is read when it is asked for. */
type About = { readonly version: string; readonly schema: () => string };

/** The calls of the plugin, those left out being answered as not implemented. */
type Calls = Partial<IResourceProviderServer> & UntypedServiceImplementation;

/**
 * The calls that the engine makes in one process, which it starts for each provider instance.
 *
 * @param engineAddress The address of the engine that has started the process, if one has.
 */
export function createService(about: About, engineAddress: string | undefined): Calls {
  const instance = new Instance(about.version, engineAddress);
  const ofProvider = <Request, Response>(
    call: (session: Session, request: Request) => Response | Promise<Response>,
  ) => unary((request: Request) => call(instance.session(), request));
  return {
    ...configurationCalls(instance, about),
    check: ofProvider(check),
    diff: ofProvider(diff),
    create: ofProvider(create),
    read: ofProvider(read),
    update: ofProvider(update),
    delete: ofProvider(remove),
    invoke: ofProvider(invoke),
    list: (call) => {
      const listing = ofProvider((session) => list(session, call));
      listing(call, (error) => (error ? call.emit("error", error) : call.end()));
    },
    cancel: unary(() => {
      instance.cancel();
      return new Empty();
    }),
  };
}

/** The calls before a provider is configured, and those that configure it. */
function configurationCalls(instance: Instance, { version, schema }: About): Calls {
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
      instance.noteCheck();
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
  #logOf: LogForResource;
  #provider: Provider | undefined;
  /** The engine asks for a check of the settings that a program states, and not of those that it has recorded. */
  #hasProgram = false;

  constructor(
    readonly version: string,
    readonly engineAddress: string | undefined,
  ) {
    this.#logOf = engineAddress === undefined ? quiet : engineLog(engineAddress);
  }

  logTo(address: string): void {
    this.#logOf = engineLog(address);
  }

  noteCheck(): void {
    this.#hasProgram = true;
  }

  configure(request: proto.ConfigureRequest): void {
    this.#provider = createConfiguredProvider(
      request,
      this.#logOf,
      this.engineAddress,
      this.#hasProgram,
    );
  }

  /** The configured provider, with what its calls need. */
  session(): Session {
    if (!this.#provider) throw new Error("the provider is not configured yet");
    const signal = this.#cancellation.signal;
    return { provider: this.#provider, logFor: this.#logOf, imported: this.#imported, signal };
  }

  /** Ends the instance. The engine asks for this at the end of every run, too, and waits a few seconds. */
  cancel(): void {
    this.#cancellation.abort();
    this.#provider?.end();
  }
}

const quiet: LogForResource = () => () => undefined;

/** Answers a call, whatever happens: an error that gRPC met itself would reach the engine without a word of it. */
function unary<Request, Response>(
  answer: (request: Request) => Response | Promise<Response>,
): handleUnaryCall<Request, Response> {
  return ({ request }, callback) => {
    const answered = Promise.resolve(request).then(answer);
    answered.then(
      (response) => callback(null, response),
      (error: unknown) => callback(toServiceError(error)),
    );
  };
}
