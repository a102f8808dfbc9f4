import {
  CheckRequest,
  type CheckResponse,
  DiffRequest,
  DiffResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Values } from "../../src/core/schema/values";
import { startEmulator } from "../../src/emulator";
import { toStruct } from "../../src/fronts/plugin/properties";
import {
  answer,
  inProcessPlugin,
  type ServedPlugin,
  secret,
  seen,
} from "../support/in-process-plugin";

let plugin: ServedPlugin;

beforeAll(async () => {
  plugin = await inProcessPlugin();
});

afterAll(() => plugin[Symbol.asyncDispose]());

const providerUrn = (name: string): string =>
  `urn:pulumi:dev::test::pulumi:providers:edge-ingress::${name}`;

async function check(settings: Values, name = "default", { client } = plugin) {
  const request = new CheckRequest().setUrn(providerUrn(name)).setNews(toStruct(settings));
  const response = await answer<CheckResponse>((done) => client.checkConfig(request, done));
  return {
    inputs: seen(response.getInputs()),
    reasons: response.getFailuresList().map((failure) => failure.getReason()),
  };
}

it("settings are refused by their names in stack config where the engine made the provider of that", async () => {
  const { reasons } = await check({
    maxRetrys: "3",
    routeDeletion: "banana",
    maxConcurrency: "many",
  });
  expect(reasons).toEqual([
    "edge-ingress:maxRetrys is not an argument; did you mean edge-ingress:maxRetries?",
    'edge-ingress:routeDeletion must be "delete", "disable", "retain", or "require"',
    "edge-ingress:maxConcurrency must be a whole number",
  ]);
});

it("settings are refused by the names of its arguments where the program declares the provider", async () => {
  const { reasons } = await check({ maxRetrys: "3", maxConcurrency: 0 }, "prod");
  expect(reasons).toEqual([
    "maxRetrys is not an argument; did you mean maxRetries?",
    "maxConcurrency must be at least 1, got 0",
  ]);
});

it("settings may be texts and numbers, and unknown in a preview", async () => {
  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  const { reasons } = await check({
    maxRetries: 3,
    maxConcurrency: "5",
    apiKey: unknown,
    baseUrl: unknown,
  });
  expect(reasons).toEqual([]);
});

it("a setting with a few values may be the JSON of one, which SDKs make of an enumeration", async () => {
  expect((await check({ routeDeletion: '"disable"' })).reasons).toEqual([]);
  expect((await check({ routeDeletion: '"banana"' }, "prod")).reasons).toEqual([
    'routeDeletion must be "delete", "disable", "retain", or "require"',
  ]);
});

it("settings contain the key as a secret, in whatever form it was set, and the values that the engine adds", async () => {
  const settings = { apiKey: "key-1", version: "0.1.0", plugin: "true", maxRetries: secret("4") };
  expect(await check(settings)).toEqual({
    reasons: [],
    inputs: { ...settings, apiKey: secret("key-1") },
  });
});

const account = (baseUrl: string, key: string) => ({ baseUrl, apiKey: secret(key) });
const ofDynamic = { "edge-ingress:baseUrl": "https://a", "edge-ingress:apiKey": secret("1") };

it.each<{ title: string; olds: Values; news: Values; changed: string[] }>([
  {
    title: "changed settings are an update that replaces nothing",
    olds: account("https://a", "1"),
    news: account("https://b", "2"),
    changed: ["apiKey", "baseUrl"],
  },
  {
    title: "changed settings are an update if a number differs",
    olds: { maxRetries: "5" },
    news: { maxRetries: 6 },
    changed: ["maxRetries"],
  },
  {
    title: "settings are unchanged if a number was a text, or an absent setting an empty text",
    olds: { maxRetries: "5", baseUrl: "" },
    news: { maxRetries: 5 },
    changed: [],
  },
  {
    title: "settings are unchanged if a value was its JSON",
    olds: { routeDeletion: "disable" },
    news: { routeDeletion: '"disable"' },
    changed: [],
  },
  {
    title: "settings are unchanged if a provider of dynamic resources had them",
    olds: ofDynamic,
    news: { baseUrl: "https://a", apiKey: "1" },
    changed: [],
  },
])("$title", async ({ olds, news, changed }) => {
  const request = new DiffRequest()
    .setUrn(providerUrn("prod"))
    .setOlds(toStruct(olds))
    .setNews(toStruct(news));
  const found = await answer<DiffResponse>((done) => plugin.client.diffConfig(request, done));
  const { DIFF_SOME, DIFF_NONE } = DiffResponse.DiffChanges;
  expect(found.getChanges()).toBe(changed.length > 0 ? DIFF_SOME : DIFF_NONE);
  expect(found.getDiffsList()).toEqual(changed);
  expect(found.getReplacesList()).toEqual([]);
});

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
])(
  "the source of a refused key is named for the provider %s with %j",
  async (name, options, source) => {
    await using emulator = await startEmulator();
    await using served = await inProcessPlugin();
    const settings = { baseUrl: emulator.url, apiKey: "wrong-key", ...options };
    await served.configure(settings, name);
    const create = () => served.create("AgentIngress", { domain: "a.example.com" });
    await expect(create()).rejects.toThrow(
      `it came from ${source}; if it was changed since the last \`pulumi up\`, add \`--run-program\` to this command`,
    );
    await check(options, name, served);
    await served.configure(settings, name);
    await expect(create()).rejects.toThrow(new RegExp(`it came from ${source}$`));
  },
);
