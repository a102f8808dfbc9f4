// hyperfine measures the time of a command. Here, requests, memory, processes and the size of the state are measured, too, in rounds that alternate
// between the stacks.
import { mkdirSync } from "node:fs";
import type { Emulator, EmulatorOptions, JournalEntry } from "../src/emulator/index.js";
import { dataDir } from "../tools/base/project.mjs";
import { inTemporaryFolder } from "../tools/base/run.mjs";
import { type Measurement, OPERATIONS, type Operation } from "./results.mts";
import {
  type Context,
  type Open,
  type ownSides,
  type SideName,
  SLOW_MS,
  type Stack,
  slowTitles,
} from "./sides.mts";

/** Opens a new stack on a server of its own, which has these options. */
export async function withStack<Result, Opened extends Stack>(
  open: (context: Context) => Promise<Opened>,
  options: EmulatorOptions["options"],
  work: (stack: Opened, server: Emulator) => Promise<Result>,
): Promise<Result> {
  const { startEmulator } = await import("pulumi-edge-ingress/emulator");
  mkdirSync(dataDir, { recursive: true });
  // Below the repository, so that `require` finds the package from there.
  return inTemporaryFolder(dataDir, "benchmark-", async (folder) => {
    // More requests than any operation sends.
    const server = await startEmulator({ journalLimit: 100_000, options });
    let stack: Opened | undefined;
    // `await using` would be a syntax error in Node.js 22, on which this file runs as it is.
    try {
      stack = await open({ folder, baseUrl: server.url, apiKey: server.apiKey });
      return await work(stack, server);
    } finally {
      stack?.close?.();
      await server.close();
    }
  });
}

/** Seconds of some work, to the millisecond. */
export async function timed<Result>(
  work: () => Promise<Result>,
): Promise<{ seconds: number; result: Result }> {
  const begun = performance.now();
  const result = await work();
  return { seconds: Number(((performance.now() - begun) / 1_000).toFixed(3)), result };
}

/** The life of one stack: operations one after the other. */
export const measure = (
  open: Open,
  which: Pick<Measurement, "side" | "count" | "round">,
  operations: readonly Operation[] = OPERATIONS,
): Promise<Measurement[]> =>
  withStack(open, {}, async (stack, server) => {
    if (which.side in slowTitles) server.addFault({ times: "always", delayMs: SLOW_MS });
    const measurements = [];
    for (const operation of operations) {
      server.clearRequests();
      const { seconds, result: usage } = await timed(() => stack.run(operation, which.count));
      const state = operation === "destroy" ? {} : sizes(stack.state?.());
      measurements.push({
        ...which,
        operation,
        seconds,
        requests: byMethod(server.requests()),
        ...state,
        ...usage,
      });
    }
    return measurements;
  });

function byMethod(requests: JournalEntry[]): Record<string, number> {
  const methods = Object.groupBy(requests, ({ method }) => method);
  return Object.fromEntries(
    Object.entries(methods).map(([method, all]) => [method, all?.length ?? 0]),
  );
}

function sizes(state: string | undefined): Pick<Measurement, "stateBytes" | "ingressBytes"> {
  if (state === undefined) return {};
  const { checkpoint }: { checkpoint?: { latest: { resources: { type: string }[] } } } =
    JSON.parse(state);
  const ingresses =
    checkpoint?.latest.resources.filter(({ type }) => type.endsWith("AgentIngress")) ?? [];
  const ingressBytes = Math.round(Buffer.byteLength(JSON.stringify(ingresses)) / ingresses.length);
  return { stateBytes: Buffer.byteLength(state), ...(ingresses.length > 0 && { ingressBytes }) };
}

/** Creates under a rate limit that the service enforces and tells nobody. */
export interface Limited {
  side: SideName;
  count: number; // objects that were to be made
  perSecond: number;
  failed: number;
  requests: number;
  seconds: number; // from the first request to the last
  idealSeconds: number; // what is not used before the first request is there at once
}

export const measureLimited = (
  open: Open,
  side: SideName,
  count = 500,
  perSecond = 20,
): Promise<Limited> =>
  withStack(open, { requestsPerSecond: perSecond }, async (stack, server) => {
    await stack.run("up", count);
    const requests = server.requests();
    const times = requests.map(({ startedAt }) => Date.parse(startedAt));
    return {
      ...{ side, count, perSecond, requests: requests.length },
      failed: count - requests.filter(({ status }) => status === 201).length,
      seconds: (Math.max(...times) - Math.min(...times)) / 1_000,
      idealSeconds: (count - perSecond) / perSecond,
    };
  });

/** The number of changed objects in a large stack, so high that the seconds of one object exceed the difference between runs. */
const CHANGED = 60;

/** Settings of the CLI that decide how it writes the state. */
export const settings = {
  neither: {
    title: "both: neither copies nor checksums",
    env: { PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS: "true" },
    backendQuery: "?metadata=skip",
  },
  "gogc-400": { title: "`GOGC=400`", env: { GOGC: "400" } },
  "parallel-64": { title: "`--parallel 64`", args: ["--parallel", "64"] },
};

type SettingName = keyof typeof settings;

/** Makes a large stack in seconds: the state is written once, at the end. Only for a stack that nobody needs. */
const WITHOUT_CHECKPOINTS = {
  env: { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" },
};

type OwnSides = ReturnType<typeof ownSides>;

/** The cost of a change of a few objects in a large stack. */
export interface Large {
  side: keyof OwnSides;
  count: number; // objects of the stack
  setting?: SettingName | undefined; // absent: the defaults
  changed: number;
  createdSeconds: number; // of the `up` that made them without checkpoints
  unchangedSeconds: number; // of an `up` that changes nothing
  seconds: number; // of the `up` that changes them
}

export const measureLarge = (
  open: OwnSides["plugin"],
  which: Pick<Large, "side" | "count">,
): Promise<Large[]> =>
  withStack(open, {}, async (stack) => {
    const { count, side } = which;
    const changed = Math.min(CHANGED, count);
    const { seconds: createdSeconds } = await timed(() =>
      stack.run("up", count, { setting: WITHOUT_CHECKPOINTS }),
    );
    const { seconds: unchangedSeconds } = await timed(() => stack.run("unchanged", count));
    const measured: Large[] = [];
    const names = side === "plugin" ? (Object.keys(settings) as SettingName[]) : [];
    for (const name of [undefined, ...names]) {
      const setting = name ? settings[name] : {};
      const revision = `with ${name ?? "the defaults"}`;
      const { seconds } = await timed(() =>
        stack.run("change", count, { setting, revision, changed }),
      );
      measured.push({
        ...which,
        ...(name && { setting: name }),
        changed,
        createdSeconds,
        unchangedSeconds,
        seconds,
      });
    }
    return measured;
  });
