import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { usages } from "../../bench/meters.mts";
import { planOf } from "../../bench/plan.mts";
import { bodyOf, mix } from "../../bench/programs/mix.cjs";
import { type Measurement, Results, read } from "../../bench/results.mts";
import { median, ratio, spread } from "../../bench/statistics.mts";
import type { Values } from "../../src/core/schema/values";
import { folderOfTest } from "../support/folders";

/** Measurements, the options that select them, and the plan. */
const plans: readonly { subject: string; options: string; plan: Values }[] = [
  {
    subject: "reviews",
    options: "--review 1000,10000 --rounds 2",
    plan: {
      reviews: [
        { count: 1000, rounds: 2 },
        { count: 10000, rounds: 2 },
      ],
    },
  },
  {
    subject: "starts",
    options: "--starts 15 --executable plugin",
    plan: { starts: 15, executable: "plugin" },
  },
  {
    subject: "small stacks",
    options: "--small 30 --rounds 2",
    plan: { small: [{ count: 30, rounds: 2 }] },
  },
  {
    subject: "large stacks",
    options: "--large 3000",
    plan: {
      large: [
        { count: 3000, side: "dynamic" },
        { count: 3000, side: "plugin" },
      ],
    },
  },
];

/** Options of `npm run bench` that are refused, and the reason. */
const refused = [
  {
    args: ["--sides", "plugin,none"],
    message: 'There is no side "none"; there are dynamic, plugin, ',
  },
  {
    args: ["--operations", "up,none"],
    message: 'There is no operation "none"; there are up, preview, ',
  },
  {
    args: ["--operations", "refresh"],
    message: "There is nothing to measure without the operation up.",
  },
  {
    args: ["--sizes", "0"],
    message: '"0" is not a number of objects or rounds. Options: --full, ',
  },
  { args: ["--none"], message: "Unknown option '--none'" },
];

const measured = (changes: Partial<Measurement>): Measurement => ({
  side: "plugin",
  count: 3,
  round: 1,
  operation: "up",
  seconds: 1,
  requests: {},
  ...changes,
});

const large = (seconds: number) =>
  ({
    side: "plugin",
    count: 3_000,
    changed: 60,
    createdSeconds: 9,
    unchangedSeconds: 1,
    seconds,
  }) as const;

const byRound = (...values: number[]) => new Map(values.map((value, index) => [index + 1, value]));

const origin = {
  command: "npm run bench",
  machine: {
    cpus: 2,
    model: "any",
    memoryGiB: 4,
    platform: "linux x64",
    node: "24.0.0",
    pulumi: "3.0.0",
  },
  hasStacks: true,
};

it.each([
  [[5], 5],
  [[9, 1, 4], 4],
  [[4, 1, 9, 2], 3],
])("the median of %j is %d", (values, expected) => {
  expect(median(values)).toBe(expected);
});

it("a spread has the median and the ends, and there is none of nothing", () => {
  expect(spread([3, 1, 8])).toEqual({ median: 3, min: 1, max: 8 });
  expect(spread([])).toBeUndefined();
});

it("a ratio compares what was measured in the same round, and adds up what it is compared to", () => {
  const costs = byRound(10, 30, 99);
  const engine = byRound(4, 10);
  const client = byRound(1, 2, 3);
  expect(ratio(costs, [engine, client])).toEqual({ median: 2.25, min: 2, max: 2.5 });
});

it("results replace those of the same stack, and keep the others", () => {
  const folder = folderOfTest();
  const file = join(folder, "results.json");
  const first = new Results(file, origin);
  first.add("measurements", [
    measured({ seconds: 1 }),
    measured({ operation: "refresh", seconds: 2 }),
  ]);
  first.add("measurements", [measured({ round: 2, seconds: 3 })]);
  const again = new Results(file, { ...origin, command: "npm run bench -- --rounds 1" });
  again.add("measurements", [measured({ seconds: 4 })]);
  expect(read(file)).toMatchObject({
    commands: ["npm run bench", "npm run bench -- --rounds 1"],
    machine: origin.machine,
  });
  expect([1, 2, 3].filter((round) => again.has({ side: "plugin", count: 3, round }))).toEqual([
    1, 2,
  ]);
  expect(read(file).measurements.map(({ round, seconds }) => [round, seconds])).toEqual([
    [2, 3],
    [1, 4],
  ]);
  again.add("large", [large(1), { ...large(2), setting: "gogc-400" }]);
  again.add("large", [large(3)]);
  expect(read(file).large).toEqual([large(3)]);
  expect(readFileSync(file, "utf8")).toMatch(/\n {4}\{"side":"plugin".*\},\n {4}\{"side":"plugin"/);
});

it("a plan has every side of every size in each round", () => {
  const line = "--sizes 3,6 --rounds 2 --sides plugin,client";
  const { stacks, large, operations, command } = planOf(line.split(" "));
  const side = (name: string) => ({ side: name, count: 6, round: 2 });
  expect(stacks).toHaveLength(8);
  expect(stacks.slice(6)).toEqual([side("plugin"), side("client")]);
  expect(large).toEqual([]);
  expect(operations).toHaveLength(6);
  expect(command).toBe(`npm run bench -- ${line}`);
});

it.each(plans)("a plan of $subject has no other measurements", ({ options, plan }) => {
  expect(planOf(options.split(" "))).toMatchObject({
    ...{ stacks: [], large: [], command: `npm run bench -- ${options}` },
    ...plan,
  });
});

it("the command of a measurement omits the options for the storage of results", () => {
  const { file, resume, command } = planOf(["--large", "3000", "--record", "--resume"]);
  expect(file).toMatch(/results\.json$/);
  expect(resume).toBe(true);
  expect(command).toBe("npm run bench -- --large 3000");
});

it.each(refused)("the options $args are refused", ({ args, message }) => {
  expect(() => planOf(args)).toThrow(message);
});

it("what a process was writing when it was killed is not read", () => {
  const folder = folderOfTest();
  const script = "/plugin/pulumi-resource-edge-ingress";
  writeFileSync(join(folder, "7.json"), JSON.stringify({ script, cpuMs: 12.4, peakMiB: 80.2 }));
  writeFileSync(join(folder, "7.json.part"), "");
  expect(usages(folder)).toEqual({ provider: { cpuMs: 12, peakMiB: 80 } });
});

it("the mix has as many of each kind, and a revision changes one argument of each", () => {
  const [first, second] = ["first", "second"].map((description) => mix(9, description));
  expect(new Set(first?.map(({ name }) => name)).size).toBe(9);
  expect(first?.filter(({ type }) => type === "HttpsEdgeRoute")).toHaveLength(3);
  expect(second?.map(({ args }) => args)).toEqual(
    first?.map(({ args }) => ({ ...args, description: "second" })),
  );
  expect(mix(9, "second", 4)).toEqual([...(second ?? []).slice(0, 4), ...(first ?? []).slice(4)]);
});

it("a body has the API's names, but headers keep theirs", () => {
  const [, , route] = mix(3, "any").map(bodyOf);
  expect(route).toMatchObject({
    match_type: "path_prefix",
    circuit_breaker: { rolling_window: 60, error_threshold_percentage: 0.25 },
    response_headers: { add: { "Strict-Transport-Security": "max-age=31536000" } },
  });
  expect(route).not.toHaveProperty("edge_id");
});
