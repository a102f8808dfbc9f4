import * as pulumi from "@pulumi/pulumi";
import { beforeAll, describe, expect, it } from "vitest";
import type { ProviderArgs } from "../../src/core/definitions/types";
import { Provider } from "../../src/fronts/program/provider";
import { isWrappedSecret, unwrapped } from "../support/in-process-dynamic";

/** The arguments of a `Provider`, as they go to the engine. */

const registered = new Map<string, Record<string, unknown>>();

beforeAll(async () => {
  pulumi.runtime.setAllConfig(
    {
      "edge-ingress:apiKey": "of-the-stack",
      "edge-ingress:baseUrl": "https://stack",
      "edge-ingress:plaintextNames": "x-region",
    },
    ["edge-ingress:plaintextNames"],
  );
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => {
      registered.set(name, inputs);
      return { id: name, state: {} };
    },
    call: () => ({}),
  });
});

const inputsOf = async (name: string, args: ProviderArgs) => {
  const provider = new Provider(name, args);
  await new Promise((resolve) => provider.urn.apply(resolve));
  return unwrapped(registered.get(name));
};

it.each([
  ["an output", pulumi.output({ apiKey: "k" })],
  ["null", null],
])("the arguments of a Provider are refused as %s", (_, args) => {
  expect(() => new Provider("prod", args as unknown as ProviderArgs)).toThrow(
    "Provider 'prod': the arguments must be an object, after the name",
  );
});

describe("an argument of a Provider", () => {
  it.each([
    [{ apikey: "k" }, "Provider 'prod': apikey is not an argument; did you mean apiKey?"],
    [{ zone: "eu" }, "Provider 'prod': zone is not an argument"],
    [{ toString: "eu" }, "Provider 'prod': toString is not an argument"],
    [{ apiKey: "" }, "Provider 'prod': apiKey is empty"],
    [{ apiKey: " \n" }, "Provider 'prod': apiKey is empty"],
    [{ baseUrl: "" }, "Provider 'prod': baseUrl is empty"],
    [
      { maxRetries: Number.NaN },
      "Provider 'prod': maxRetries must be a string or a number, got NaN",
    ],
    [
      { apiKey: new Date(0) },
      "Provider 'prod': apiKey must be a string or a number, got an instance of Date",
    ],
    [{ apiKey: ["k"] }, "Provider 'prod': apiKey must be a string or a number, got an array"],
    [{ apiKey: () => "k" }, "Provider 'prod': apiKey must be a string or a number, got a function"],
    [{ baseUrl: "api.example.com" }, "Provider 'prod': baseUrl must be an absolute URL"],
    [
      { maxRetries: "many", routeDeletion: "drop", zone: "eu" },
      `Provider 'prod': maxRetries must be a whole number; routeDeletion must be "delete", "disable", ` +
        '"retain", or "require"; zone is not an argument',
    ],
  ])("is refused in %j", (args, problem) => {
    expect(() => new Provider("prod", args as unknown as ProviderArgs)).toThrow(problem);
  });

  it.each(["secret", "promise"])("with a name that does not exist is refused, as a %s", (kind) => {
    const apikey = kind === "secret" ? pulumi.secret("k") : Promise.resolve("k");
    expect(() => new Provider("prod", { apikey } as ProviderArgs)).toThrow(
      "Provider 'prod': apikey is not an argument; did you mean apiKey?",
    );
  });

  it.each([
    ["absent", {}],
    ["undefined", { apiKey: undefined }],
    ["null", { apiKey: null as unknown as undefined }],
    ["an output of undefined", { apiKey: pulumi.output<string | undefined>(undefined) }],
    ["a secret output of undefined", { apiKey: pulumi.secret<string | undefined>(undefined) }],
    ["a promise of undefined", { apiKey: Promise.resolve(undefined) }],
  ])(
    "falls back to stack config, which is recorded as the source, if it is %s",
    async (_, args) => {
      expect(await inputsOf("fallback", { ...args, maxRetries: 3 })).toMatchObject({
        "edge-ingress:apiKey": "of-the-stack",
        "edge-ingress:apiKeySource": 'stack config edge-ingress:apiKey, by Provider "fallback"',
        "edge-ingress:baseUrl": "https://stack",
        "edge-ingress:maxRetries": "3",
      });
    },
  );

  it("with a name that does not exist is ignored if it is null, as it is for a resource", async () => {
    const args = { zone: null, maxRetries: 3 } as ProviderArgs;
    expect(await inputsOf("null", args)).toMatchObject({ "edge-ingress:maxRetries": "3" });
  });

  it.each([
    ["absent", {}],
    ["an output of undefined", { plaintextNames: pulumi.output<string | undefined>(undefined) }],
  ])("falls back to a secret of stack config as a secret, if it is %s", async (_, args) => {
    await inputsOf("secret", args);
    const inputs = registered.get("secret") ?? {};
    expect(inputs["edge-ingress:baseUrl"]).toBe("https://stack");
    expect(inputs["edge-ingress:plaintextNames"]).toSatisfy(isWrappedSecret);
  });

  it("is recorded as the source in plaintext, although it is a secret", async () => {
    await inputsOf("hidden", { apiKey: pulumi.secret("mine") });
    expect(registered.get("hidden")?.["edge-ingress:apiKeySource"]).toBe(
      'the argument apiKey of Provider "hidden"',
    );
  });

  it("has priority over stack config, and is recorded as the source", async () => {
    expect(
      await inputsOf("given", { apiKey: pulumi.output("mine"), baseUrl: "https://mine" }),
    ).toMatchObject({
      "edge-ingress:apiKey": "mine",
      "edge-ingress:apiKeySource": 'the argument apiKey of Provider "given"',
      "edge-ingress:baseUrl": "https://mine",
    });
  });
});
