import type { handleUnaryCall, UntypedServiceImplementation } from "@grpc/grpc-js";
import { type PluginAttach, PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import type { IResourceProviderServer } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Provider } from "../../core/provider/provider";
import { checkConfig, configured, diffConfig, versionIn } from "./configuration";
import { engineLog, type LogOf } from "./engine-log";
import { invoke, list } from "./invoke";
import { check, create, diff, read, remove, type Session, update } from "./resource-calls";
import { statusOf } from "./status";

/** What the plugin reports of itself. The Pulumi package schema is read when it is asked for. */
type About = { readonly version: string; readonly schema: () => string };

/** The calls of the plugin, those left out being answered as not implemented. */
type Calls = Partial<IResourceProviderServer> & UntypedServiceImplementation;

/**
 * What the engine calls in one process, which it starts for each provider instance.
 *
 * @param engineAddress The address of the engine that has started it, if one has.
 */
export function createService({ version, schema }: About, engineAddress: string | undefined): Calls {
  const cancellation = new AbortController();
  let logOf: LogOf = engineAddress === undefined ? quiet : engineLog(engineAddress);
  let provider: Provider | undefined;
  /** Whether the stack had another version of this provider, or none: a process of that version may take part in this run. */
  let isNewInStack = false;
  const imported = new Set<string>();
  // The engine asks for a check of the settings that a program states, and not of those that it has recorded.
  let hasProgram = false;

  /** A call for a configured provider. */
  const ofProvider = <Request, Response>(call: (session: Session, request: Request) => Response | Promise<Response>) =>
    unary((request: Request) => {
      if (!provider) throw new Error("the provider is not configured yet");
      return call({ provider, logOf, imported, signal: cancellation.signal }, request);
    });

  return {
    handshake: unary((request: proto.ProviderHandshakeRequest) => {
      if (request.getEngineAddress() !== "") logOf = engineLog(request.getEngineAddress());
      return new proto.ProviderHandshakeResponse().setAcceptSecrets(true);
    }),
    attach: unary((request: PluginAttach) => {
      logOf = engineLog(request.getAddress());
      return new Empty();
    }),
    getPluginInfo: unary(() => new PluginInfo().setVersion(version)),
    getSchema: unary(() => new proto.GetSchemaResponse().setSchema(schema())),
    checkConfig: unary((request: proto.CheckRequest) => {
      hasProgram = true;
      isNewInStack ||= versionIn(request) !== version;
      return checkConfig(request);
    }),
    diffConfig: unary(diffConfig),
    configure: unary((request: proto.ConfigureRequest) => {
      provider = configured(request, logOf, engineAddress, hasProgram);
      return new proto.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
    }),
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
    // The engine calls this at the end of every run, too, and waits a few seconds.
    cancel: unary(async () => {
      cancellation.abort();
      provider?.end();
      if (isNewInStack) await provider?.restore();
      return new Empty();
    }),
  };
}

const quiet: LogOf = () => () => undefined;

/** Answers a call, whatever happens: an error that gRPC met itself would reach the engine without a word of it. */
function unary<Request, Response>(
  answer: (request: Request) => Response | Promise<Response>,
): handleUnaryCall<Request, Response> {
  return ({ request }, callback) => {
    const answered = Promise.resolve(request).then(answer);
    answered.then(
      (response) => callback(null, response),
      (error: unknown) => callback(statusOf(error)),
    );
  };
}
