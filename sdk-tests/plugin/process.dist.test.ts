import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import fc from "fast-check";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Struct, Value } from "google-protobuf/google/protobuf/struct_pb";
import { afterAll, expect } from "vitest";
import { withEmulator } from "../support/fixtures";
import { urnOf } from "../support/in-process-plugin";
import { preload } from "../support/preload";
import { ProviderProcess } from "../support/provider-process";

/**
 * Tests that send messages to the process of the plugin that no engine sends: it responds to each, and keeps running.
 * FUZZ_SEED repeats an earlier run, which printed it.
 */

const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

const it = withEmulator();
let host: ProviderProcess;

it.beforeAll(async ({ emulator }) => {
  const config = { baseUrl: emulator.url, apiKey: emulator.apiKey };
  host = await ProviderProcess.start({
    form: "plugin",
    config,
    environment: { NODE_OPTIONS: preload("fast-clock") },
  });
});

afterAll(() => host.kill());

/**
 * Cancellation is left out, because it ends all later calls, and so are calls that would connect to an engine that does
 * not exist.
 */
const methods = Object.entries(ResourceProviderService).flatMap(
  ([name, { path, responseStream }]) =>
    responseStream || ["cancel", "attach"].includes(name) ? [] : [{ name, path }],
);

/** The statuses that gRPC itself reports if a process has exited or hangs. */
const UNANSWERED = [status.UNAVAILABLE, status.CANCELLED, status.DEADLINE_EXCEEDED];

/** Sends bytes unchanged, and expects a response or an error of the process, without a stack trace. */
async function expectAnswer(path: string, bytes: Uint8Array): Promise<void> {
  const same = (buffer: Buffer) => buffer;
  const error = await new Promise<ServiceError | null>((resolve) => {
    host.client.makeUnaryRequest(path, same, same, Buffer.from(bytes), new Metadata(), resolve);
  });
  if (!error) return;
  expect(UNANSWERED).not.toContain(error.code);
  expect(error.details).not.toMatch(/^\s+at /m);
}

async function expectAlive(): Promise<void> {
  const { failures } = await host.check("AgentIngress", { domain: "a.example.com" });
  expect(failures).toEqual([]);
}

it.each(methods)("$name is answered when nothing in its message is set", async ({ path }) => {
  await expectAnswer(path, new Empty().serializeBinary());
  await expectAlive();
});

it(`the process responds to bytes that are not a message (seed ${SEED})`, async () => {
  const bytes = fc.uint8Array({ maxLength: 64 });
  const answered = fc.asyncProperty(fc.constantFrom(...methods), bytes, ({ path }, sent) =>
    expectAnswer(path, sent),
  );
  await fc.assert(answered, { seed: SEED, numRuns: 300 });
  await expectAlive();
});

/** JSON without a meaning in the protocol, and values without a kind. */
const struct = fc
  .object({ maxDepth: 3, values: [fc.string(), fc.double(), fc.boolean(), fc.constant(null)] })
  .map((json) => Struct.fromJavaScript(json as Parameters<typeof Struct.fromJavaScript>[0]));

const kindless = fc.string({ minLength: 1 }).map((key) => {
  const message = new Struct();
  message.getFieldsMap().set(key, new Value());
  return message;
});

const known = ["AgentIngress", "HttpsEdgeRoute", "NoSuchType"].map((type) => urnOf(type));
const urns = fc.oneof(fc.constantFrom(...known, ""), fc.string());

it(`the process responds to calls with meaningless values (seed ${SEED})`, async () => {
  const values = fc.oneof(struct, kindless);
  const answered = fc.asyncProperty(
    urns,
    fc.string(),
    values,
    values,
    async (urn, id, olds, news) => {
      const check = new messages.CheckRequest().setUrn(urn).setOlds(olds).setNews(news);
      const diff = new messages.DiffRequest().setUrn(urn).setId(id).setOlds(olds).setNews(news);
      const requests = {
        Check: check,
        CheckConfig: check,
        Diff: diff,
        DiffConfig: diff,
        Create: new messages.CreateRequest().setUrn(urn).setProperties(news).setPreview(true),
        Update: new messages.UpdateRequest()
          .setUrn(urn)
          .setId(id)
          .setOlds(olds)
          .setNews(news)
          .setPreview(true),
        Read: new messages.ReadRequest().setUrn(urn).setId(id).setProperties(olds).setInputs(news),
        Invoke: new messages.InvokeRequest().setTok(urn).setArgs(news),
      };
      for (const [method, request] of Object.entries(requests))
        await expectAnswer(`/pulumirpc.ResourceProvider/${method}`, request.serializeBinary());
    },
  );
  await fc.assert(answered, { seed: SEED, numRuns: 100 });
  await expectAlive();
});

it("only the port is printed", () => {
  expect(host.printed).toBe("");
});
