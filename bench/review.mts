import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../tools/base/project.mjs";
import { inTemporaryFolder } from "../tools/base/run.mjs";
import { timed } from "./measure.mts";
import { metered, processors, usages } from "./meters.mts";

/** The cost of a command that reads many routes, and judges or compares them. */
export interface Reviewed {
  command: "review" | "hosts" | "drift" | "diff";
  count: number; // routes, a hundredth of which lose their login; of `hosts`, a third of them, on a host for each ten routes
  seconds: number; // from the start of the command to its end, in the fastest round: the others were disturbed
  cpuSeconds: number; // that processors have worked for it, at least
  processors: string; // of the machine
  peakMiB: number; // its largest resident set
}

/** Each route is below one of these, so that routes overlap as they do on real edges. */
const AREAS = 100;
const EDGES = 10;
const LOST = 100;

const COMMAND = join(root, "dist/cli.cjs");
const PREFIX = "urn:pulumi:large::bench::";

/** One result for each command. */
export async function measureReviews(count: number, rounds: number): Promise<Reviewed[]> {
  return inTemporaryFolder(tmpdir(), "bench-review-", async (folder) => {
    const file = (name: string, content: object) => {
      writeFileSync(join(folder, name), JSON.stringify(content));
      return join(folder, name);
    };
    const commands = {
      review: ["review", file("preview.json", stepsOf(count, "same"))],
      hosts: ["review", file("hosts.json", hostsOf(count))],
      drift: ["review", "--drift", file("refresh.json", stepsOf(count, "refresh"))],
      diff: [
        "diff",
        file("one.json", exportOf(count, false)),
        file("other.json", exportOf(count, true)),
      ],
    };
    const measured = [];
    for (const [command, args] of Object.entries(commands)) {
      const runs = [];
      for (let round = 1; round <= rounds; round++)
        runs.push(await run(join(folder, `${command}-${round}`), args));
      const seconds = Math.min(...runs.map((run) => run.seconds));
      const cpuSeconds = Math.min(...runs.map((run) => run.cpuMs)) / 1_000;
      const peakMiB = Math.max(...runs.map((run) => run.peakMiB));
      measured.push({
        command: command as Reviewed["command"],
        count,
        seconds,
        cpuSeconds,
        peakMiB,
        processors,
      });
    }
    return measured;
  });
}

/** @param meters the folder in which the process writes down what it uses */
async function run(meters: string, args: readonly string[]) {
  const env = { ...process.env, ...metered(meters) };
  const { seconds } = await timed(async () => {
    try {
      execFileSync(process.execPath, [COMMAND, ...args, "--format", "json"], {
        env,
        maxBuffer: 2 ** 30,
      });
    } catch (error) {
      // Stacks that differ.
      if ((error as { status?: number }).status !== 1) throw error;
    }
  });
  const { command } = usages(meters);
  if (!command) throw new Error("nothing was measured of the command");
  return { seconds, ...command };
}

const urnOf = (index: number) => `${PREFIX}edge-ingress:index:HttpsEdgeRoute::route-${index}`;

const routeOf = (index: number, isGuarded: boolean) => ({
  edgeId: `edghts_${index % EDGES}`,
  matchType: "path_prefix",
  match: `/area-${index % AREAS}/service-${index}`,
  backend: { backendId: `bkdhr_${index}` },
  ...(isGuarded && { oauth: { provider: { provider1: { organizations: ["example"] } } } }),
});

const stateOf = (index: number, inputs: object) => ({
  ...{
    urn: urnOf(index),
    type: "edge-ingress:index:HttpsEdgeRoute",
    custom: true,
    id: `edghtsrt_${index}`,
  },
  inputs,
  outputs: {
    ...inputs,
    uri: `https://api.example.com/edges/https/edghts_${index % EDGES}/routes/edghtsrt_${index}`,
  },
  propertyDependencies: { edgeId: [] },
  stackTrace: [{ sourcePosition: `project:///index.ts#${index + 1},1` }],
});

const indexes = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const isLost = (index: number) => index % LOST === 0;

/** A preview, or a refresh, which knows outputs. */
const stepsOf = (count: number, unchanged: "same" | "refresh") => ({
  steps: indexes(count).map((index) => ({
    op: isLost(index) ? "update" : unchanged,
    urn: urnOf(index),
    oldState: stateOf(index, routeOf(index, true)),
    newState: {
      ...stateOf(index, routeOf(index, !isLost(index))),
      ...(unchanged === "same" && { outputs: undefined }),
    },
    ...(isLost(index) && { detailedDiff: { oauth: { kind: "delete", inputDiff: true } } }),
  })),
});

/** A preview of the routes of many hosts, next to routes for every host. A third of them loses a login and moves. */
const hostsOf = (count: number) => ({
  steps: indexes(count).map((index) => {
    const isChanged = index % 3 === 0;
    const host = index % 5 === 0 ? "" : `host-${index % Math.ceil(count / 10)}.example.com`;
    const inputs = {
      ...routeOf(index, true),
      match: `${host}/area-${index % AREAS}/service-${index}`,
    };
    const changed = { ...inputs, match: `${inputs.match}/moved`, oauth: undefined };
    return {
      op: isChanged ? "update" : "same",
      urn: urnOf(index),
      oldState: stateOf(index, inputs),
      newState: { ...stateOf(index, isChanged ? changed : inputs), outputs: undefined },
      ...(isChanged && { detailedDiff: { oauth: { kind: "delete" }, match: { kind: "update" } } }),
    };
  }),
});

const exportOf = (count: number, isOther: boolean) => ({
  deployment: {
    resources: indexes(count).map((index) =>
      stateOf(index, routeOf(index, !(isOther && isLost(index)))),
    ),
  },
});
