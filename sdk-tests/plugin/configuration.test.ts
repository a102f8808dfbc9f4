import {
  CheckRequest,
  type CheckResponse,
  CreateRequest,
  type CreateResponse,
  DiffRequest,
  DiffResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Values } from "../../src/core/schema/values";
import { startEmulator } from "../../src/emulator";
import { messageOf } from "../../src/fronts/plugin/properties";
import { answer, inProcessPlugin, type ServedPlugin, secret, seen } from "../support/in-process-plugin";

let plugin: ServedPlugin;

beforeAll(async () => {
  plugin = await inProcessPlugin();
});

afterAll(() => plugin[Symbol.asyncDispose]());

const providerUrn = (name: string): string => `urn:pulumi:dev::test::pulumi:providers:edge-ingress::${name}`;

async function check(settings: Values, name = "default", { client } = plugin) {
  const request = new CheckRequest().setUrn(providerUrn(name)).setNews(messageOf(settings));
  const response = await answer<CheckResponse>((done) => client.checkConfig(request, done));
  return {
    inputs: seen(response.getInputs()),
    reasons: response.getFailuresList().map((failure) => failure.getReason()),
  };
}

describe("settings", () => {
  it("are refused by their names in stack config where the engine made the provider of that", async () => {
    const { reasons } = await check({ maxRetrys: "3", routeDeletion: "banana", maxConcurrency: "many" });
    expect(reasons).toEqual([
      "edge-ingress:maxRetrys is not an argument; did you mean edge-ingress:maxRetries?",
      'edge-ingress:routeDeletion must be "delete", "disable", "retain", or "require"',
      "edge-ingress:maxConcurrency must be a whole number",
    ]);
  });

  it("are refused by the names of its arguments where the program declares the provider", async () => {
    const { reasons } = await check({ maxRetrys: "3", maxConcurrency: 0 }, "prod");
    expect(reasons).toEqual([
      "maxRetrys is not an argument; did you mean maxRetries?",
      "maxConcurrency must be at least 1, got 0",
    ]);
  });

  it("may be texts and numbers, and unknown in a preview", async () => {
    const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    const { reasons } = await check({ maxRetries: 3, maxConcurrency: "5", apiKey: unknown, baseUrl: unknown });
    expect(reasons).toEqual([]);
  });

  it("have the key as a secret, however it was stated, beside what the engine itself puts there", async () => {
    const settings = { apiKey: "key-1", version: "0.1.0", plugin: "true", maxRetries: secret("4") };
    expect(await check(settings)).toEqual({ reasons: [], inputs: { ...settings, apiKey: secret("key-1") } });
  });
});

describe("changed settings", () => {
  const diff = async (olds: Values, news: Values) => {
    const request = new DiffRequest().setUrn(providerUrn("prod")).setOlds(messageOf(olds)).setNews(messageOf(news));
    return answer<DiffResponse>((done) => plugin.client.diffConfig(request, done));
  };
  const { DIFF_SOME, DIFF_NONE } = DiffResponse.DiffChanges;

  it("are an update that replaces nothing", async () => {
    const found = await diff(
      { baseUrl: "https://a", apiKey: secret("1") },
      { baseUrl: "https://b", apiKey: secret("2") },
    );
    expect(found.getChanges()).toBe(DIFF_SOME);
    expect(found.getDiffsList()).toEqual(["apiKey", "baseUrl"]);
    expect(found.getReplacesList()).toEqual([]);
  });

  it("are none where a number was written as a text, or nothing as an empty one", async () => {
    const found = await diff({ maxRetries: "5", baseUrl: "" }, { maxRetries: 5 });
    expect(found.getDiffsList()).toEqual([]);
    expect((await diff({ maxRetries: "5" }, { maxRetries: 6 })).getDiffsList()).toEqual(["maxRetries"]);
  });

  it("are none where a provider of dynamic resources had the same", async () => {
    const olds = { "edge-ingress:baseUrl": "https://a", "edge-ingress:apiKey": secret("1") };
    expect((await diff(olds, { baseUrl: "https://a", apiKey: "1" })).getChanges()).toBe(DIFF_NONE);
  });
});

describe("the source of a refused key", () => {
  const ofStack = "stack config edge-ingress:apiKey";
  const ofProgram = (name: string) => `the argument apiKey of Provider "${name}"`;
  const version = "0.1.0-alpha.1";
  const pluginDownloadURL = "https://plugins.example.com/a-b";

  it.each<[string, Values, string]>([
    ["default", {}, ofStack],
    ["default_0_1_0_alpha_1", { version }, ofStack],
    ["default_0_1_0_alpha_1_https_/plugins.example.com/a_b", { version, pluginDownloadURL }, ofStack],
    ["default", { version }, ofProgram("default")],
    ["default_eu", {}, ofProgram("default_eu")],
    ["default_eu", { version, pluginDownloadURL }, ofProgram("default_eu")],
    ["default_0_1_0", { version }, ofProgram("default_0_1_0")],
    ["prod", {}, ofProgram("prod")],
  ])("is named for the provider %s with %j", async (name, options, source) => {
    await using emulator = await startEmulator();
    await using served = await inProcessPlugin();
    const settings = { baseUrl: emulator.url, apiKey: "wrong-key", ...options };
    await served.configure(settings, name);
    const request = new CreateRequest()
      .setUrn("urn:pulumi:dev::test::edge-ingress:index:AgentIngress::a")
      .setProperties(messageOf({ domain: "a.example.com" }));
    const create = () => answer<CreateResponse>((done) => served.client.create(request, done));
    await expect(create()).rejects.toThrow(
      `it came from ${source}; if it was changed since the last \`pulumi up\`, add \`--run-program\` to this command`,
    );
    await check(options, name, served);
    await served.configure(settings, name);
    await expect(create()).rejects.toThrow(new RegExp(`it came from ${source}$`));
  });
});
