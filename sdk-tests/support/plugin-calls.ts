import type { ClientUnaryCall, ServiceError } from "@grpc/grpc-js";
import type { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import type { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Values } from "../../src/core/schema/values";
import { toStruct } from "../../src/fronts/plugin/properties";

export type Done<T> = (error: ServiceError | null, answer: T) => void;

/** The response to a call. */
export const answer = <T>(call: (done: Done<T>) => ClientUnaryCall): Promise<T> =>
  new Promise((resolve, reject) => {
    call((error, response) => (error ? reject(error) : resolve(response)));
  });

/** Values of a message, in the form that the engine receives. */
export const seen = (message: Struct | undefined): Values =>
  (message?.toJavaScript() ?? {}) as Values;

/** The engine's URN of a plugin resource. */
export const urnOf = (type: string, name = "subject"): string =>
  `urn:pulumi:dev::test::edge-ingress:index:${type}::${name}`;

/** The error of a call that failed and left an object, with the state that the engine keeps of it. */
export class InitError extends Error {
  constructor(
    message: string,
    readonly id: string,
    readonly properties: Values,
  ) {
    super(message);
  }
}

/** The error in the form that the engine receives. */
export function errorOf({ details, metadata }: ServiceError): Error {
  const [packed] = metadata.get("grpc-status-details-bin");
  const [detail] = packed ? Status.deserializeBinary(packed as Buffer).getDetailsList() : [];
  if (!detail) return new Error(details);
  const failed = messages.ErrorResourceInitFailed.deserializeBinary(detail.getValue_asU8());
  return new InitError(details, failed.getId(), seen(failed.getProperties()));
}

/** The response to a call, or the error in the form that the engine receives. */
export const understood = <T>(call: (done: Done<T>) => ClientUnaryCall): Promise<T> =>
  answer(call).catch((error: ServiceError) => Promise.reject(errorOf(error)));

const kindOf = (kind: number) =>
  Object.entries(messages.PropertyDiff.Kind).find(([, value]) => value === kind)?.[0] as string;

interface CreateOptions {
  readonly preview?: boolean;
  /** In seconds. */
  readonly timeout?: number;
  /** The name of the resource. */
  readonly name?: string | undefined;
}

/**
 * The engine's calls for resources of a provider: values are sent unchanged, secrets in their wrapping.
 * @param answerTo Returns the response to a call, or its error.
 */
export const pluginCalls = (client: ResourceProviderClient, answerTo = answer) => ({
  async check(type: string, news: Values, olds: Values = {}, name?: string) {
    const request = new messages.CheckRequest().setUrn(urnOf(type, name));
    request.setOlds(toStruct(olds)).setNews(toStruct(news));
    const response = await answerTo<messages.CheckResponse>((done) => client.check(request, done));
    const failures = response.getFailuresList().map((failure) => failure.getReason());
    return { inputs: seen(response.getInputs()), failures };
  },

  async diff(type: string, id: string, olds: Values, news: Values) {
    const request = new messages.DiffRequest().setUrn(urnOf(type)).setId(id);
    request.setOlds(toStruct(olds)).setNews(toStruct(news));
    const response = await answerTo<messages.DiffResponse>((done) => client.diff(request, done));
    const details = [...response.getDetaileddiffMap().entries()];
    return {
      changed: response.getDiffsList(),
      replaces: response.getReplacesList(),
      stables: response.getStablesList(),
      details: Object.fromEntries(
        details.map(([path, detail]) => [path, kindOf(detail.getKind())]),
      ),
    };
  },

  async create(
    type: string,
    inputs: Values,
    { preview = false, timeout = 0, name }: CreateOptions = {},
  ) {
    const request = new messages.CreateRequest()
      .setUrn(urnOf(type, name))
      .setProperties(toStruct(inputs));
    request.setPreview(preview).setTimeout(timeout);
    const response = await answerTo<messages.CreateResponse>((done) =>
      client.create(request, done),
    );
    return { id: response.getId(), outputs: seen(response.getProperties()) };
  },

  /** @param state The engine's state of the object; absent for an import. */
  async read(
    type: string,
    id: string,
    { outputs, inputs }: { outputs?: Values; inputs?: Values } = {},
    name?: string,
  ) {
    const request = new messages.ReadRequest().setUrn(urnOf(type, name)).setId(id);
    if (outputs) request.setProperties(toStruct(outputs));
    if (inputs) request.setInputs(toStruct(inputs));
    const response = await answerTo<messages.ReadResponse>((done) => client.read(request, done));
    return {
      id: response.getId(),
      outputs: seen(response.getProperties()),
      inputs: seen(response.getInputs()),
    };
  },

  async update(
    type: string,
    id: string,
    olds: Values,
    news: Values,
    preview = false,
    name?: string,
  ): Promise<Values> {
    const request = new messages.UpdateRequest()
      .setUrn(urnOf(type, name))
      .setId(id)
      .setPreview(preview);
    request.setOlds(toStruct(olds)).setNews(toStruct(news));
    return seen(
      (
        await answerTo<messages.UpdateResponse>((done) => client.update(request, done))
      ).getProperties(),
    );
  },

  delete(type: string, id: string, state: Values, name?: string): Promise<Empty> {
    const request = new messages.DeleteRequest()
      .setUrn(urnOf(type, name))
      .setId(id)
      .setProperties(toStruct(state));
    return answerTo<Empty>((done) => client.delete(request, done));
  },

  async invoke(name: string, args: Values) {
    const request = new messages.InvokeRequest()
      .setTok(`edge-ingress:index:${name}`)
      .setArgs(toStruct(args));
    const response = await answerTo<messages.InvokeResponse>((done) =>
      client.invoke(request, done),
    );
    const refused = response.getFailuresList().map((failure) => failure.getReason());
    return { found: seen(response.getReturn()), refused };
  },
});
