import * as pulumi from "@pulumi/pulumi";
import { describe, expect, it } from "vitest";
import { eventDestination, httpsEdgeRoute } from "../../src/core/definitions";
import { prepareArguments } from "../../src/fronts/program/arguments";

const prepare = (args: object) => prepareArguments(httpsEdgeRoute.fields, args, "HttpsEdgeRoute 'api'");

const isSecret = async (value: unknown) =>
  pulumi.Output.isInstance(value) ? await pulumi.isSecret(value as pulumi.Output<unknown>) : false;

describe("arguments that the SDK would drop on the way", () => {
  it.each([
    [{ match: "/\ud800" }, "HttpsEdgeRoute 'api': match contains a lone surrogate"],
    [
      { oauth: { provider: { provider1: { teams: ["a", "\udfff"] } } } },
      "oauth.provider.provider1.teams[1] contains a lone",
    ],
    [{ requestHeaders: { add: JSON.parse('{"__proto__": "x"}') } }, "requestHeaders.add.__proto__ cannot be a key"],
    [JSON.parse('{"__proto__": "x"}'), "HttpsEdgeRoute 'api': __proto__ cannot be a key"],
  ])("are refused by their path: %j", (args, problem) => {
    expect(() => prepare(args)).toThrow(problem);
  });
});

it("everything else is kept as it is, whole characters of any size and absent values among it", () => {
  const args = { match: "/😀", description: undefined, backend: { backendId: "b" }, metadata: null };
  expect(prepare(args)).toEqual(args);
});

it("secrets are marked wherever the program states them, and nothing beside them", async () => {
  const { target } = prepareArguments(
    eventDestination.fields,
    { target: { monitoring: { apiKey: "hush", site: "eu" } } },
    "EventDestination 'x'",
  ) as { target: { monitoring: Record<string, unknown> } };
  expect(await isSecret(target.monitoring.apiKey)).toBe(true);
  expect(target.monitoring.site).toBe("eu");
});
