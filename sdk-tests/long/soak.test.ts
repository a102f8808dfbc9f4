import { fork } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy";
import { preload } from "../support/preload";

/**
 * A hundred thousand operations in a process, with faults among them: `npm test -- --long soak`. SOAK_OPERATIONS sets
 * the number.
 */

const OPERATIONS = Number(process.env.SOAK_OPERATIONS ?? 100_000);

interface Sample {
  readonly done: number;
  readonly heapMiB: number;
  readonly rssMiB: number;
}

interface End {
  readonly end: true;
  readonly done: number;
  readonly failed: number;
  readonly resources: readonly string[];
  /** Processor time of the process, its start among it. */
  readonly cpuMs: number;
}

const faults = [
  { status: 503 },
  { status: 500, when: "after" },
  { status: 429, headers: { "Retry-After": "0" } },
  { ends: "reset", when: "before" },
  { ends: "reset", when: "after" },
  { ends: "close", when: "after", half: true },
  { malformed: true },
] as const;

it("soak", { timeout: 3_600_000 }, async () => {
  await using emulator = await startEmulator({ journalLimit: 100 });
  await using proxy = await startFaultProxy(emulator.url);
  const begun = performance.now();
  const { samples, end, planned } = await soak(emulator, proxy);
  const seconds = (performance.now() - begun) / 1_000;
  for (const { done, heapMiB, rssMiB } of samples) {
    console.log(
      `${done} operations: heap ${heapMiB.toFixed(1)} MiB, resident ${rssMiB.toFixed(0)} MiB`,
    );
  }
  console.log(
    `${end.done} operations in ${seconds.toFixed(0)} s, ${(end.cpuMs / end.done).toFixed(2)} ms of processor time each, ` +
      `${planned} faults, ${end.failed} operations failed and were repeated; ` +
      `${emulator.objects().length} objects left, open handles: ${end.resources.length}`,
  );
  const half = samples[samples.length / 2]?.heapMiB ?? 0;
  expect(samples.at(-1)?.heapMiB).toBeLessThan(half * 1.1 + 1);
  expect(end.resources).toEqual([]);
  expect(emulator.objects().length).toBeLessThanOrEqual(end.failed);
  expect(planned).toBeGreaterThan(OPERATIONS * 0.04);
});

async function soak(emulator: Emulator, proxy: FaultProxy) {
  const child = fork(join(__dirname, "soak-process.cjs"), [String(OPERATIONS)], {
    execArgv: ["--expose-gc"],
    env: {
      ...process.env,
      NODE_OPTIONS: preload("fast-clock"),
      BASE_URL: proxy.url,
      API_KEY: emulator.apiKey,
    },
    silent: true,
  });
  const samples: Sample[] = [];
  let planned = 0;
  let end: End | undefined;
  child.on("message", (message: { fault: true } | Sample | End) => {
    if ("fault" in message) {
      const fault = faults[planned++ % faults.length] ?? faults[0];
      if ("ends" in fault) proxy.addFault(fault);
      else emulator.addFault({ ...fault });
    } else if ("end" in message) end = message;
    else samples.push(message);
    // The plan keeps faults after they have occurred, and would grow for an hour.
    if (planned % 1_000 === 0 && emulator.faults().every(({ struck }) => struck > 0))
      emulator.clearFaults();
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += text));
  await new Promise((resolve) => child.on("close", resolve));
  if (!end) throw new Error(`the process ended before its work: ${output.slice(-2_000)}`);
  return { samples, end, planned };
}
