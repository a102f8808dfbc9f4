import { describe, expect, it } from "vitest";
import { measure, withStack } from "../../../bench/measure.mts";
import type { Measurement, Operation } from "../../../bench/results.mts";
import { clientSide } from "../../../bench/sides/client.mts";
import { pulumiSide } from "../../../bench/sides/pulumi.mts";
import { SLOW_MS } from "../../../bench/sides.mts";
import { obtainPulumiCli } from "../../../tools/pulumi/obtain.mts";

/**
 * Tests of the measurements of the benchmark that do not depend on the speed of the machine, on a small stack of its
 * mix.
 */

const COUNT = 6;

/** Number of requests for all objects. */
const REQUESTS: Readonly<Record<Operation, Readonly<Record<string, number>>>> = {
  up: { POST: COUNT },
  preview: {},
  unchanged: {},
  change: { PATCH: COUNT },
  refresh: { GET: COUNT },
  destroy: { DELETE: COUNT },
};

const requestsOf = (measured: readonly Measurement[]) =>
  Object.fromEntries(measured.map(({ operation, requests }) => [operation, requests]));

const open = async (plugin: boolean) =>
  pulumiSide(await obtainPulumiCli(), { program: "edge-ingress", plugin });

describe("a stack", () => {
  it("of the plugin costs one request for each necessary operation, and none for the others", async () => {
    const measured = await measure(await open(true), { side: "plugin", count: COUNT, round: 1 });
    expect(requestsOf(measured)).toEqual(REQUESTS);
    expect(measured[0]?.ingressBytes).toBeLessThanOrEqual(1_200);
    for (const { operation, provider, program } of measured) {
      expect(provider?.cpuMs, operation).toBeGreaterThan(0);
      if (program) expect(program.peakMiB).toBeGreaterThan(0);
    }
  });

  it("of dynamic resources takes no more than 1,650 bytes of state for an agent ingress, with its position in the program", async () => {
    const state = await withStack(await open(false), {}, async (stack) => {
      await stack.run("up", COUNT);
      return JSON.parse(stack.state?.() ?? "");
    });
    const ingress = state.checkpoint.latest.resources.find(({ type }: { type: string }) =>
      type.endsWith("AgentIngress"),
    );
    expect(JSON.stringify(ingress).length).toBeLessThanOrEqual(1_650);
    const sourcePosition = expect.stringMatching(/^project:\/\/\/index\.js#\d+,\d+$/);
    expect(ingress).toMatchObject({ sourcePosition, stackTrace: [{ sourcePosition }] });
  });
});

it("the client alone, which is the floor of the benchmark, sends the same requests", async () => {
  expect(requestsOf(await measure(clientSide, { side: "client", count: COUNT, round: 1 }))).toEqual(
    REQUESTS,
  );
});

it("a run changes the requested number of objects, with the requested settings", async () => {
  await withStack(await open(true), {}, async (stack, server) => {
    await stack.run("up", COUNT);
    server.clearRequests();
    await stack.run("change", COUNT, {
      setting: { args: ["--message", "two of them"] },
      revision: "other",
      changed: 2,
    });
    expect(server.requests().map(({ method }) => method)).toEqual(["PATCH", "PATCH"]);
  });
});

it("only the requested operations are measured, and a slow service delays each of them", async () => {
  const which = { side: "plugin-slow", count: COUNT, round: 1 } as const;
  const measured = await measure(clientSide, which, ["up", "destroy"]);
  expect(requestsOf(measured)).toEqual({ up: REQUESTS.up, destroy: REQUESTS.destroy });
  // A timer may be a millisecond early.
  for (const { seconds } of measured) expect(seconds).toBeGreaterThan((SLOW_MS - 2) / 1_000);
});
