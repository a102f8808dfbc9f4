import { runInNewContext } from "node:vm";
import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventDestination, httpsEdgeRoute } from "../../src/core/definitions";
import { prepareArguments } from "../../src/fronts/program/arguments";
import { foreignValues } from "../support/foreign-values";

const prepare = (args: object) =>
  prepareArguments(httpsEdgeRoute.fields, args, "HttpsEdgeRoute 'api'");

const isSecret = async (value: unknown) =>
  pulumi.Output.isInstance(value) ? await pulumi.isSecret(value as pulumi.Output<unknown>) : false;

describe("arguments that the SDK would drop on the way", () => {
  it.each([
    [{ match: "/\ud800" }, "HttpsEdgeRoute 'api': match contains a lone surrogate"],
    [
      { oauth: { provider: { provider1: { teams: ["a", "\udfff"] } } } },
      "oauth.provider.provider1.teams[1] contains a lone",
    ],
    [
      { requestHeaders: { add: JSON.parse('{"__proto__": "x"}') } },
      "requestHeaders.add.__proto__ cannot be a key",
    ],
    [JSON.parse('{"__proto__": "x"}'), "HttpsEdgeRoute 'api': __proto__ cannot be a key"],
  ])("are refused by their path: %j", (args, problem) => {
    expect(() => prepare(args)).toThrow(problem);
  });
});

it("all other values are unchanged, including whole characters of any size and absent values", () => {
  const args = {
    match: "/😀",
    description: undefined,
    backend: { backendId: "b" },
    metadata: null,
  };
  expect(prepare(args)).toEqual(args);
});

it("secrets are marked wherever the program sets them, and nothing else is marked", async () => {
  const { target } = prepareArguments(
    eventDestination.fields,
    { target: { monitoring: { apiKey: "hush", site: "eu" } } },
    "EventDestination 'x'",
  ) as { target: { monitoring: Record<string, unknown> } };
  expect(await isSecret(target.monitoring.apiKey)).toBe(true);
  expect(target.monitoring.site).toBe("eu");
});

const withConfig = (config: unknown) => ({
  policy: { inbound: { actions: { type: "log", config } } },
});
const CONFIG = "policy.inbound.actions.config";

/** Returns the arguments in the form that the SDK would send. */
const sent = async (args: object): Promise<unknown> => {
  const prepared = pulumi.output(prepare(args)) as unknown as { promise(): Promise<unknown> };
  return prepared.promise();
};

/** Returns the errors that the SDK reports of a program, without duplicates. They are unhandled rejections. */
async function reported(declare: () => unknown): Promise<unknown[]> {
  const listeners = process.rawListeners(
    "unhandledRejection",
  ) as NodeJS.UnhandledRejectionListener[];
  const errors = new Set<unknown>();
  process
    .removeAllListeners("unhandledRejection")
    .on("unhandledRejection", (error) => errors.add(error));
  try {
    declare();
    for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate);
  } finally {
    process.removeAllListeners("unhandledRejection");
    for (const listener of listeners) process.on("unhandledRejection", listener);
  }
  return [...errors];
}

const refusal = (problem: string) => new pulumi.RunError(`HttpsEdgeRoute 'api': ${problem}`);

describe("a value that JSON does not have", () => {
  it.each(foreignValues())("is refused as %s, wherever the program states it", (kind, value) => {
    const got = `must be a JSON value, got ${kind}`;
    for (const [path, args] of [
      [CONFIG, withConfig(value)],
      [`${CONFIG}.retries`, withConfig({ plain: 1, retries: value })],
      [`${CONFIG}.deep[1].er`, withConfig({ deep: [1, { er: value }] })],
      ["description", { description: value }],
      ["ipRestriction.ipPolicyIds[0]", { ipRestriction: { ipPolicyIds: [value] } }],
      ["requestHeaders.add.X-A", { requestHeaders: { add: { "X-A": value } } }],
      ["backend", { backend: value }],
      ["policy.inbound", { policy: { inbound: value } }],
    ] as const)
      expect(() => prepare(args)).toThrow(`HttpsEdgeRoute 'api': ${path} ${got}`);
  });

  it.each(foreignValues())(
    "is refused as %s in a promise and in the result of an apply",
    async (kind, value) => {
      for (const later of [
        Promise.resolve({ retries: value }),
        pulumi.output(1).apply(() => ({ retries: value })),
        { retries: Promise.resolve(value) },
        { retries: pulumi.output(1).apply(() => value) },
      ]) {
        const errors = await reported(() => prepare(withConfig(later)));
        expect(errors).toEqual([refusal(`${CONFIG}.retries must be a JSON value, got ${kind}`)]);
      }
    },
  );

  it.each<{ title: string; items: unknown }>([
    {
      title:
        "is refused in an array, if it is undefined, which only the member of an object may be",
      items: [1, undefined],
    },
    // biome-ignore lint/suspicious/noSparseArray: what a sparse array becomes is the subject
    { title: "is refused in an array, if it is a hole", items: [1, , 2] },
  ])("$title", async ({ items }) => {
    const problem = refusal(`${CONFIG}.items[1] must be a JSON value, got undefined`);
    expect(() => prepare(withConfig({ items }))).toThrow(problem);
    for (const later of [
      { items: Promise.resolve(items) },
      { items: pulumi.output(items) },
      { items: [1, pulumi.output(undefined)] },
    ])
      expect(await reported(() => prepare(withConfig(later)))).toEqual([problem]);
  });

  it("is refused, if it is a member whose key is a symbol", () => {
    const args = withConfig({ deep: { [Symbol("hidden")]: 1 } });
    expect(() => prepare(args)).toThrow(`${CONFIG}.deep must not have a symbol as a key`);
    expect(() => prepare({ backend: { backendId: "b", [Symbol("hidden")]: 1 } })).toThrow(
      "backend must not have",
    );
  });

  it("is refused, if it contains itself, and not, if it only stands in several places", async () => {
    const cyclic: Record<string, unknown> = { a: [] };
    (cyclic.a as unknown[]).push({ back: cyclic });
    const problem = refusal(`${CONFIG}.a[0].back must not contain itself`);
    expect(() => prepare(withConfig(cyclic))).toThrow(problem);
    expect(await reported(() => prepare(withConfig(Promise.resolve(cyclic))))).toEqual([problem]);
    const shared = { x: [1] };
    expect(await sent(withConfig({ a: shared, b: [shared, shared.x] }))).toEqual(
      withConfig({ a: shared, b: [shared, shared.x] }),
    );
  });

  it("shows no name of a member that is a part of a secret", async () => {
    const args = withConfig(pulumi.secret(1).apply(() => ({ "hush-hush": [Number.NaN] })));
    expect(await reported(() => prepare(args))).toEqual([
      refusal(`${CONFIG}["[secret]"][0] must be a JSON value`),
    ]);
  });
});

describe("a value that JSON has", () => {
  it("passes unchanged, also in a promise and in an output", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue()),
        async (config) => {
          fc.pre(!JSON.stringify(config).includes("__proto__"));
          const expected = withConfig(config);
          expect(JSON.stringify(prepare(expected))).toBe(JSON.stringify(expected));
          expect(await sent(withConfig(Promise.resolve(config)))).toEqual(await sent(expected));
          expect(await sent(withConfig(pulumi.output(config)))).toEqual(await sent(expected));
        },
      ),
    );
  });

  it("may be an object without a prototype, of another realm, or with getters, or have absent members", async () => {
    const bare = Object.assign(Object.create(null), { backendId: "b" });
    const foreign = runInNewContext('({ list: [1, { a: "b" }], none: null, absent: undefined })');
    const getting = {
      get a() {
        return 1;
      },
    };
    expect(
      await sent({ backend: bare, ...withConfig({ bare, foreign, getting, zero: -0 }) }),
    ).toEqual({
      backend: { backendId: "b" },
      ...withConfig({
        bare: { backendId: "b" },
        foreign: { list: [1, { a: "b" }], none: null },
        getting: { a: 1 },
        zero: -0,
      }),
    });
  });

  it("is still marked as a secret in an object without a prototype or of another realm", async () => {
    for (const target of [
      Object.assign(Object.create(null), { monitoring: { apiKey: "hush" } }),
      runInNewContext('({ monitoring: { apiKey: "hush" } })'),
    ]) {
      const prepared = prepareArguments(
        eventDestination.fields,
        { target },
        "EventDestination 'x'",
      );
      const { monitoring } = prepared.target as { monitoring: Record<string, unknown> };
      expect(await isSecret(monitoring.apiKey)).toBe(true);
    }
  });
});

describe("an output of a value", () => {
  it("keeps what is secret in it, and what is unknown", async () => {
    const { policy } = prepare(withConfig(pulumi.secret({ token: "t" }))) as ReturnType<
      typeof withConfig
    >;
    expect(await isSecret(policy.inbound.actions.config)).toBe(true);
    const nested = pulumi.output(1).apply(() => ({ token: pulumi.secret("t") }));
    const { policy: other } = prepare(withConfig(nested)) as ReturnType<typeof withConfig>;
    expect(await isSecret(other.inbound.actions.config)).toBe(true);
  });
});
