import { describe, expect, it } from "vitest";
import { ConfigurationError } from "../../src/client/errors";
import { clientOptions, routeDeletion, settingProblems } from "../../src/provider/settings";

const lookup = (values: Record<string, string>) => (key: string) => values[key];

const complete = { "edge-ingress:baseUrl": "https://api.example.com", "edge-ingress:apiKey": "k1" };
const environment = { EDGE_INGRESS_BASE_URL: "https://env.example.com", EDGE_INGRESS_API_KEY: "k2" };

/** What is said of a key that the engine has recorded. */
const recorded =
  "refresh and destroy use the key that the last `pulumi up` recorded: if it was changed since then, run `pulumi up`, or " +
  "`pulumi refresh --run-program` or `pulumi destroy --run-program`";

const optionsOf = (config: Record<string, string>, env: Record<string, string> = {}) =>
  clientOptions(lookup(config), lookup(env));

describe("base URL and key", () => {
  it("come from stack config, trimmed, before the environment", () => {
    const config = { "edge-ingress:baseUrl": " https://api.example.com ", "edge-ingress:apiKey": "\tk1\n" };
    expect(optionsOf(config, environment)).toEqual({
      baseUrl: "https://api.example.com",
      apiKey: "k1",
      apiKeySource: `stack config edge-ingress:apiKey; ${recorded}`,
    });
  });

  it("come from the environment where stack config has none", () => {
    expect(optionsOf({ "edge-ingress:apiKey": "  " }, environment)).toMatchObject({
      baseUrl: "https://env.example.com",
      apiKey: "k2",
      apiKeySource: "environment variable EDGE_INGRESS_API_KEY",
    });
  });

  it("may come from an explicit provider, which says so", () => {
    const config = { ...complete, "edge-ingress:apiKeySource": "the provider prod" };
    expect(optionsOf(config)).toMatchObject({ apiKeySource: `the provider prod; ${recorded}` });
  });

  it.each([
    [{}, "edge-ingress:baseUrl is not set: run `pulumi config set edge-ingress:baseUrl …`"],
    [
      { "edge-ingress:baseUrl": "https://x" },
      "edge-ingress:apiKey is not set: run `pulumi config set --secret edge-ingress:apiKey` or set the environment variable EDGE_INGRESS_API_KEY",
    ],
  ])("are missed in %j", (config, problem) => {
    expect(() => optionsOf(config)).toThrow(problem);
  });

  it.each(["k 1", "k\n1", "k\r\nx: y", "k\0", "ké", "k\u007f"])(
    "are refused with the key %j, which is not shown",
    (key) => {
      const config = { ...complete, "edge-ingress:apiKey": key };
      expect(() => optionsOf(config)).toThrow(
        new ConfigurationError("the API key from edge-ingress:apiKey must be printable ASCII without spaces"),
      );
    },
  );
});

describe("limits", () => {
  it("are the client's own where none is set", () => {
    expect(Object.keys(optionsOf(complete)).sort()).toEqual(["apiKey", "apiKeySource", "baseUrl"]);
  });

  it("are set in whole numbers, time in seconds", () => {
    const limits = {
      "edge-ingress:operationTimeoutSeconds": "20",
      "edge-ingress:maxConcurrency": " 3 ",
      "edge-ingress:maxRetries": "0",
    };
    expect(optionsOf({ ...complete, ...limits })).toMatchObject({
      operationTimeoutMs: 20_000,
      maxConcurrency: 3,
      maxRetries: 0,
    });
  });

  it.each([
    ["operationTimeoutSeconds", "0", "from 1 to 86400"],
    ["operationTimeoutSeconds", "86401", "from 1 to 86400"],
    ["maxConcurrency", "0", "from 1 to 1000"],
    ["maxConcurrency", "1e3", "from 1 to 1000"],
    ["maxRetries", "21", "from 0 to 20"],
    ["maxRetries", "-1", "from 0 to 20"],
    ["maxRetries", "1.5", "from 0 to 20"],
    ["maxRetries", "four", "from 0 to 20"],
  ])("are refused where %s is %s", (name, value, range) => {
    expect(() => optionsOf({ ...complete, [`edge-ingress:${name}`]: value })).toThrow(
      new ConfigurationError(`edge-ingress:${name} must be a whole number ${range}`),
    );
  });
});

it("routes are deleted as one of four words says", () => {
  expect(routeDeletion(lookup({}))).toBe("delete");
  expect(routeDeletion(lookup({ "edge-ingress:routeDeletion": "retain" }))).toBe("retain");
  expect(() => routeDeletion(lookup({ "edge-ingress:routeDeletion": "drop" }))).toThrow(
    "edge-ingress:routeDeletion must be one of delete, disable, retain, require",
  );
});

describe("problems with the settings", () => {
  const problemsOf = (config: Record<string, string>, env: Record<string, string> = {}) =>
    settingProblems(lookup(config), lookup(env));

  it("are none where all is well, and where the base URL and the key are missing", () => {
    expect(problemsOf(complete)).toEqual([]);
    expect(problemsOf({})).toEqual([]);
  });

  it("are told all at once, those of the environment too", () => {
    const wrong = {
      "edge-ingress:baseUrl": "api.example.com",
      "edge-ingress:routeDeletion": "nope",
      "edge-ingress:maxRetries": "abc",
      "edge-ingress:maxConcurrency": "0",
    };
    expect(problemsOf(wrong, { EDGE_INGRESS_API_KEY: "canary key" })).toEqual([
      "edge-ingress:baseUrl must be an absolute URL",
      "the API key from environment variable EDGE_INGRESS_API_KEY must be printable ASCII without spaces",
      "edge-ingress:routeDeletion must be one of delete, disable, retain, require",
      "edge-ingress:maxConcurrency must be a whole number from 1 to 1000",
      "edge-ingress:maxRetries must be a whole number from 0 to 20",
    ]);
  });
});
