import { describe, expect, it } from "vitest";
import { ConfigurationError } from "../../src/core/client/errors";
import { settings as table } from "../../src/core/definitions/settings";
import { clientOptions, readProviderSettings } from "../../src/core/provider/provider-settings";
import { problemText } from "../../src/core/schema/problem";
import { readSettings } from "../../src/core/schema/read-settings";
import { string } from "../../src/core/schema/rows";
import type { Values } from "../../src/core/schema/values";

type Texts = Readonly<Record<string, string>>;

/** The sources of the base URL and the key: stack config, the environment, and the resulting settings. */
const sources: readonly { title: string; config: Texts; environment: Texts; expected: Values }[] = [
  {
    title: "come trimmed from stack config, before the environment",
    config: { baseUrl: " https://api.example.com ", apiKey: "\tk1\n" },
    environment: { EDGE_INGRESS_BASE_URL: "https://env.example.com", EDGE_INGRESS_API_KEY: "k2" },
    expected: {
      baseUrl: "https://api.example.com",
      apiKey: "k1",
      apiKeySource: "stack config edge-ingress:apiKey",
    },
  },
  {
    title: "come from the environment if stack config has none",
    config: { apiKey: "  " },
    environment: { EDGE_INGRESS_BASE_URL: "https://env.example.com", EDGE_INGRESS_API_KEY: "k2" },
    expected: {
      baseUrl: "https://env.example.com",
      apiKey: "k2",
      apiKeySource: "environment variable EDGE_INGRESS_API_KEY",
    },
  },
  {
    title: "come trimmed from the environment",
    config: {},
    environment: {
      EDGE_INGRESS_BASE_URL: " https://env.example.com\n",
      EDGE_INGRESS_API_KEY: " k2 ",
    },
    expected: {
      baseUrl: "https://env.example.com",
      apiKey: "k2",
      apiKeySource: "environment variable EDGE_INGRESS_API_KEY",
    },
  },
  {
    title: "are texts, even if they consist of digits",
    config: { baseUrl: "https://api.example.com", apiKey: "0042" },
    environment: {},
    expected: { apiKey: "0042" },
  },
];

/** Stack config without the base URL or the key, the message, and the environment. */
const missing: readonly { config: Texts; problem: string; environment: Texts }[] = [
  {
    config: {},
    problem:
      "edge-ingress:baseUrl is not set: run `pulumi config set edge-ingress:baseUrl …` or set the environment variable EDGE_INGRESS_BASE_URL; " +
      "edge-ingress:apiKey is not set: run `pulumi config set --secret edge-ingress:apiKey` or set the environment variable EDGE_INGRESS_API_KEY",
    environment: {},
  },
  {
    config: { baseUrl: "https://x" },
    problem:
      "edge-ingress:apiKey is not set: run `pulumi config set --secret edge-ingress:apiKey` or set the environment variable EDGE_INGRESS_API_KEY",
    environment: {},
  },
  {
    config: {},
    problem: "edge-ingress:apiKey is not set",
    environment: { EDGE_INGRESS_BASE_URL: " https://env.example.com\n", EDGE_INGRESS_API_KEY: " " },
  },
];

/** Settings, invalid values, and the reason. */
const limits = [
  { name: "operationTimeoutSeconds", value: "0", reason: "must be at least 1, got 0" },
  { name: "operationTimeoutSeconds", value: "86401", reason: "must be at most 86400, got 86401" },
  { name: "maxConcurrency", value: "0", reason: "must be at least 1, got 0" },
  { name: "maxConcurrency", value: "1e3", reason: "must be a whole number" },
  { name: "maxRetries", value: "21", reason: "must be at most 20, got 21" },
  { name: "maxRetries", value: "-1", reason: "must be at least 0, got -1" },
  { name: "maxRetries", value: "1.5", reason: "must be a whole number, got 1.5" },
  { name: "maxRetries", value: "1.25", reason: "must be a whole number, got 1.25" },
  { name: "maxRetries", value: "four", reason: "must be a whole number" },
];

const complete = { baseUrl: "https://api.example.com", apiKey: "k1" };

/** Settings of stack config, named without their namespace there, and of the environment. */
const settingsFrom = (config: Texts, env: Texts) => {
  const inStack = Object.fromEntries(
    Object.entries(config).map(([name, text]) => [`edge-ingress:${name}`, text]),
  );
  const options = {
    config: (key: string) => inStack[key],
    environment: (name: string) => env[name],
    log: () => undefined,
  };
  return { options, settings: readProviderSettings(options) };
};

const optionsOf = (config: Texts, env: Texts = {}) => {
  const { options, settings } = settingsFrom(config, env);
  return clientOptions(settings, options);
};

const problemsOf = (config: Texts, env: Texts = {}) =>
  settingsFrom(config, env).settings.problems.map(problemText);

describe("base URL and key", () => {
  it.each(sources)("$title", ({ config, environment, expected }) => {
    expect(optionsOf(config, environment)).toMatchObject(expected);
  });

  const note =
    "; if it was changed since the last `pulumi up`, add `--run-program` to this command; if the program does not use it any " +
    "more, restore what uses it, run `pulumi up`, and then remove that again";

  it.each([
    [{}, "stack config edge-ingress:apiKey"],
    [{ isOfProgram: () => true }, "stack config edge-ingress:apiKey"],
    [{ isOfProgram: () => false }, `stack config edge-ingress:apiKey${note}`],
    [{ providerName: "p" }, 'the argument apiKey of Provider "p"'],
  ])("are named by their source, and by whether they may be outdated: %o", (known, source) => {
    const { options, settings } = settingsFrom(complete, {});
    expect(clientOptions(settings, { ...options, ...known }).apiKeySource).toBe(source);
  });

  it("of the environment are those of today", () => {
    const environment = {
      EDGE_INGRESS_BASE_URL: "https://env.example.com",
      EDGE_INGRESS_API_KEY: "k2",
    };
    const { options, settings } = settingsFrom({}, environment);
    const known = { ...options, isOfProgram: () => false, providerName: "p" };
    expect(clientOptions(settings, known)).toMatchObject({
      apiKeySource: "environment variable EDGE_INGRESS_API_KEY",
    });
  });

  it.each([
    [{ isOfProgram: () => false }, `or set the environment variable EDGE_INGRESS_API_KEY${note}`],
    [
      { providerName: "p" },
      'the argument baseUrl of Provider "p" is not set: set it in the program or set the environment variable EDGE_INGRESS_BASE_URL',
    ],
  ])("are missed in words that fit who configures them: %o", (known, message) => {
    const { options, settings } = settingsFrom({}, {});
    expect(() => clientOptions(settings, { ...options, ...known })).toThrow(message);
  });

  it.each(missing)(
    "are missing in the stack config $config and the environment $environment",
    ({ config, problem, environment }) => {
      expect(() => optionsOf(config, environment)).toThrow(problem);
    },
  );

  it.each(["k 1", "k\n1", "k\r\nx: y", "ké", "k\u007f"])(
    "are refused with the key %j, which is not shown",
    (key) => {
      const error = new ConfigurationError(
        "edge-ingress:apiKey must be printable ASCII without spaces",
      );
      expect(() => optionsOf({ ...complete, apiKey: key })).toThrow(error);
    },
  );
});

it("limits have the documented defaults if they are not set, and are whole numbers, with times in seconds", () => {
  expect(optionsOf(complete)).toMatchObject({
    operationTimeoutMs: 300_000,
    maxConcurrency: 10,
    maxRetries: 8,
  });
  const limits = { operationTimeoutSeconds: "20", maxConcurrency: " 3 ", maxRetries: "0" };
  const options = { operationTimeoutMs: 20_000, maxConcurrency: 3, maxRetries: 0 };
  expect(optionsOf({ ...complete, ...limits })).toMatchObject(options);
});

it.each(limits)("limits are refused if $name is $value: it $reason", ({ name, value, reason }) => {
  const error = new ConfigurationError(`edge-ingress:${name} ${reason}`);
  expect(() => optionsOf({ ...complete, [name]: value })).toThrow(error);
});

it("valid settings have no problems, also without the base URL and the key", () => {
  expect(problemsOf(complete)).toEqual([]);
  expect(problemsOf({})).toEqual([]);
});

it("problems with the settings are reported all at once, those of the environment too", () => {
  const wrong = {
    baseUrl: "api.example.com",
    routeDeletion: "nope",
    maxRetries: "abc",
    maxConcurrency: "0",
  };
  expect(problemsOf(wrong, { EDGE_INGRESS_API_KEY: "canary key" })).toEqual([
    "environment variable EDGE_INGRESS_API_KEY must be printable ASCII without spaces",
    "edge-ingress:baseUrl must be an absolute URL",
    'edge-ingress:routeDeletion must be "delete", "disable", "retain", or "require"',
    "edge-ingress:maxConcurrency must be at least 1, got 0",
    "edge-ingress:maxRetries must be a whole number",
  ]);
});

it("a setting without an environment variable comes from the configuration alone", () => {
  const everywhere = { namespace: "edge-ingress", config: () => undefined, environment: () => "7" };
  const { sources, values } = readSettings(
    { any: string(), named: string({ environment: "NAMED" }) },
    everywhere,
  );
  expect(values).toEqual({ any: undefined, named: "7" });
  expect(sources).toEqual({ named: "environment variable NAMED" });
});

it("every setting has a row in the table, and its default there alone", () => {
  const defaults = Object.fromEntries(
    Object.entries(table).map(([name, row]) => [name, row.default]),
  );
  expect(settingsFrom({}, {}).settings.values).toEqual(defaults);
});
