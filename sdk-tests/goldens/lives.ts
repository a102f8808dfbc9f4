import {
  CheckRequest,
  type CheckResponse,
  CreateRequest,
  type CreateResponse,
  DeleteRequest,
  DiffRequest,
  type DiffResponse,
  PropertyDiff,
  ReadRequest,
  type ReadResponse,
  UpdateRequest,
  type UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import type { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Values } from "../../src/core/schema/values";
import type { Emulator } from "../../src/emulator";
import { messageOf } from "../../src/fronts/plugin/properties";
import { rawDynamic } from "../support/in-process-dynamic";
import { answer, inProcessPlugin, secret, seen, urnOf } from "../support/in-process-plugin";

/** The calls of an engine for one resource: what each gives is written down as it is, secrets in their wrapping. */
export interface Life extends AsyncDisposable {
  check(olds: Values | undefined, news: Values): Promise<Values>;
  diff(id: string, olds: Values, news: Values): Promise<Values>;
  /** In a preview; only a plugin has any. */
  preview?(id: string, olds: Values | undefined, news: Values): Promise<Values>;
  create(inputs: Values): Promise<{ readonly id: string; readonly outputs: Values }>;
  read(id: string, state: Values): Promise<Values>;
  update(id: string, olds: Values, news: Values): Promise<Values>;
  delete(id: string, state: Values): Promise<unknown>;
  /** Arguments that the program has marked as secrets, each as a whole. */
  marked(args: Values): Values;
}

/** A resource of dynamic providers; the engine takes the marks of secrets out of what it passes on. */
export async function dynamicLife(emulator: Emulator, name: string): Promise<Life> {
  const provider = await rawDynamic(emulator, name);
  return {
    check: async (olds, news) => (await provider.check(olds, news)) as unknown as Values,
    diff: async (id, olds, news) => (await provider.diff(id, olds, news)) as unknown as Values,
    create: async (inputs) => {
      const { id, outs } = await provider.create(inputs);
      return { id, outputs: outs };
    },
    read: async (id, state) => (await provider.read(id, state)) as unknown as Values,
    update: async (id, olds, news) => (await provider.update(id, olds, news)).outs ?? {},
    delete: async (id, state) => provider.delete(id, state),
    marked: (args) => ({ ...args, __secrets: Object.keys(args) }),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

const kindOf = (kind: number) => Object.entries(PropertyDiff.Kind).find(([, each]) => each === kind)?.[0];

/** A resource of the plugin. */
export async function pluginLife({ url, apiKey }: Emulator, type: string): Promise<Life> {
  const plugin = await inProcessPlugin({ baseUrl: url, apiKey });
  const { client } = plugin;
  const urn = urnOf(type);
  const change = <R extends UpdateRequest | DiffRequest>(request: R, id: string, olds: Values, news: Values): R =>
    request.setUrn(urn).setId(id).setOlds(messageOf(olds)).setNews(messageOf(news)) as R;
  const update = (request: UpdateRequest) => answer<UpdateResponse>((done) => client.update(request, done));
  const create = (request: CreateRequest) => answer<CreateResponse>((done) => client.create(request, done));
  const toMake = (inputs: Values) => new CreateRequest().setUrn(urn).setProperties(messageOf(inputs));
  return {
    check: async (olds, news) => {
      const request = new CheckRequest()
        .setUrn(urn)
        .setOlds(messageOf(olds ?? {}))
        .setNews(messageOf(news));
      const response = await answer<CheckResponse>((done) => client.check(request, done));
      const failures = response.getFailuresList().map((failure) => failure.getReason());
      return { inputs: seen(response.getInputs()), failures };
    },
    diff: async (id, olds, news) => {
      const request = change(new DiffRequest(), id, olds, news);
      const response = await answer<DiffResponse>((done) => client.diff(request, done));
      const details = [...response.getDetaileddiffMap().entries()];
      return {
        changed: response.getDiffsList(),
        replaces: response.getReplacesList(),
        stables: response.getStablesList(),
        details: Object.fromEntries(details.map(([path, detail]) => [path, kindOf(detail.getKind())])),
      };
    },
    preview: async (id, olds, news) => {
      if (!olds) return seen((await create(toMake(news).setPreview(true))).getProperties());
      return seen((await update(change(new UpdateRequest(), id, olds, news).setPreview(true))).getProperties());
    },
    create: async (inputs) => {
      const response = await create(toMake(inputs));
      return { id: response.getId(), outputs: seen(response.getProperties()) };
    },
    read: async (id, state) => {
      const request = new ReadRequest().setUrn(urn).setId(id).setProperties(messageOf(state));
      const response = await answer<ReadResponse>((done) => client.read(request, done));
      return { id: response.getId(), outputs: seen(response.getProperties()), inputs: seen(response.getInputs()) };
    },
    update: async (id, olds, news) => seen((await update(change(new UpdateRequest(), id, olds, news))).getProperties()),
    delete: (id, state) => {
      const request = new DeleteRequest().setUrn(urn).setId(id).setProperties(messageOf(state));
      return answer<Empty>((done) => client.delete(request, done));
    },
    marked: (args) => Object.fromEntries(Object.entries(args).map(([name, value]) => [name, secret(value)])),
    [Symbol.asyncDispose]: () => plugin[Symbol.asyncDispose](),
  };
}
