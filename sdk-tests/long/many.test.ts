import { rm } from "node:fs/promises";
import { expect, it } from "vitest";
import { metered, usages } from "../../bench/meters.mts";
import { type Emulator, startEmulator } from "../../src/emulator";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy";
import { folderOfTest } from "../support/folders";
import type { FormName } from "../support/forms";
import { declareAs } from "../support/program";
import { TestStack } from "../support/stack";

/** Large stacks on Pulumi's engine, with a fault in 3 % of the requests: `npm test -- --long many`. MANY_RESOURCES replaces both sizes. */

const size = (count: number): number => Number(process.env.MANY_RESOURCES ?? count);
const SIZES: readonly (readonly [FormName, number])[] = [
  ["plugin", size(3_000)],
  ["dynamic", size(1_000)],
];

/** A fault occurs in one of this number of requests. */
const FAULT_EVERY = 33;
/** Requests for which faults are planned, for each resource and operation: what the faults themselves cause is included. */
const PLANNED_FOR_EACH = 2;
const PARALLEL = 64;

it.each(SIZES)(
  "as %s, %i resources live through faults: nothing is lost, nothing is left over",
  async (form, count) => {
    await using emulator = await startEmulator({ journalLimit: 1_000_000 });
    await using proxy = await startFaultProxy(emulator.url);
    const folder = folderOfTest();
    await using stack = await TestStack.create(
      { url: proxy.url, apiKey: emulator.apiKey },
      metered(folder),
    );
    const ids = () => emulator.objects().map(({ body }) => String(body.id));
    const program = (description: string) => async () => {
      for (let index = 0; index < count; index++) {
        declareAs(form, "AgentIngress", `ingress-${index}`, {
          domain: `host${index}.example.com`,
          description,
        });
      }
      return undefined;
    };
    const operation = async (name: string, run: () => Promise<unknown>): Promise<void> => {
      emulator.clearRequests();
      addFaults(emulator, proxy, count);
      const swallowed = proxy.swallowed();
      const begun = performance.now();
      await run();
      const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
      const struck = emulator.faults().filter((fault) => fault.struck > 0).length;
      const peakMiB = usages(folder).provider?.peakMiB;
      console.log(
        `${form}, ${name} of ${count}: ${seconds} s, ${emulator.requests().length + proxy.swallowed() - swallowed} requests, ` +
          `${struck} faulty responses, ${proxy.swallowed() - swallowed} requests lost, provider at most ${peakMiB} MiB`,
      );
      emulator.clearFaults();
      proxy.clearFaults();
      await rm(folder, { recursive: true });
      metered(folder);
    };

    await operation("up", () => stack.up(program("one"), { parallel: PARALLEL }));
    expect(new Set((await stack.ids()).values())).toEqual(new Set(ids()));
    expect(ids()).toHaveLength(count);
    await operation("refresh", () => stack.refresh());
    expect(new Set((await stack.ids()).values())).toEqual(new Set(ids()));
    expect((await stack.preview(program("one"))).steps).toEqual([]);
    await operation("destroy", () => stack.destroy());
    expect(ids()).toEqual([]);
    expect((await stack.ids()).size).toBe(0);
  },
  3_600_000,
);

/**
 * In turn: 503, a malformed response, 429, and a connection that is reset before or after the request is applied. A malformed
 * response to a read is left out: it fails the operation, and the next run continues.
 */
function addFaults(emulator: Emulator, proxy: FaultProxy, count: number): void {
  const faults = Math.ceil((count * PLANNED_FOR_EACH) / FAULT_EVERY);
  for (let index = 0; index < faults; index++) {
    const after = index * FAULT_EVERY;
    const manner = index % 5;
    if (manner === 0) emulator.addFault({ status: 503, after });
    else if (manner === 1)
      for (const method of ["POST", "DELETE"])
        emulator.addFault({ method, malformed: true, when: "after", after });
    else if (manner === 2)
      emulator.addFault({ status: 429, headers: { "Retry-After": "1" }, after });
    else proxy.addFault({ ends: "reset", when: manner === 3 ? "before" : "after", after });
  }
}
