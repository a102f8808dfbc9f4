import { expect, it } from "vitest";
import { requireRecorded } from "../../bench/compare.mts";
import { compare, comparisonTable, largestNoise } from "../../bench/compared.mts";
import { planOf } from "../../bench/plan.mts";
import { type Measurement, RECORDED, read } from "../../bench/results.mts";

/** Tests of the comparison with the recorded ratios that `npm run bench -- --compare` makes. */

type Seconds = Partial<Record<"plugin" | "dynamic" | "serialized" | "constant", number[]>>;

/** Measurements of `up` with 100 objects: the seconds of each round, by side. */
const measurements = (seconds: Seconds): Measurement[] =>
  Object.entries(seconds).flatMap(([side, rounds]) =>
    rounds.map((value, index) => ({
      side: side as keyof Seconds,
      count: 100,
      round: index + 1,
      operation: "up",
      seconds: value,
      requests: {},
    })),
  );

const recorded = measurements({
  plugin: [10, 10, 10],
  dynamic: [10, 10, 10],
  serialized: [20, 20, 20],
  constant: [10, 10, 10],
});

/** The comparison of plugin / dynamic. */
const verdictOf = (seconds: Seconds) => {
  const measured = measurements({ serialized: [20, 20, 20], constant: [10, 10, 10], ...seconds });
  const found = compare(recorded, measured, 100).find(({ title }) => title === "plugin / dynamic");
  return found?.verdict;
};

const STEADY = [10, 10, 10];

it.each<[string, Seconds, string]>([
  ["the same ratio", { plugin: STEADY, dynamic: STEADY }, "same"],
  ["a ratio that is slower in all rounds", { plugin: [13, 13, 13], dynamic: STEADY }, "slower"],
  ["a ratio that is faster in all rounds", { plugin: [7, 7, 7], dynamic: STEADY }, "faster"],
  ["a slower machine", { plugin: [30, 30, 30], dynamic: [30, 30, 30] }, "same"],
  ["rounds in which all sides are slower", { plugin: [10, 40, 10], dynamic: [10, 40, 10] }, "same"],
  ["a change within the range of the rounds", { plugin: [10, 12, 14], dynamic: STEADY }, "same"],
  ["a change beyond the range of the rounds", { plugin: [14, 15, 16], dynamic: STEADY }, "slower"],
  [
    "a change within the change of the control",
    { plugin: [12, 12, 12], dynamic: STEADY, serialized: [26, 26, 26] },
    "same",
  ],
  [
    "a change within the range of the control, whose median is as recorded",
    { plugin: [13, 13, 13], dynamic: STEADY, serialized: [12, 20, 28] },
    "same",
  ],
  [
    "a change beyond the change of the control",
    { plugin: [14, 14, 14], dynamic: STEADY, serialized: [26, 26, 26] },
    "slower",
  ],
])("%s is judged by the noise", (_case, seconds, verdict) => {
  expect(verdictOf(seconds)).toBe(verdict);
});

it("the range of the recorded rounds is noise too", () => {
  const unsteady = measurements({
    plugin: [8, 10, 12],
    dynamic: STEADY,
    serialized: [20, 20, 20],
    constant: STEADY,
  });
  const measured = measurements({
    plugin: [13, 13, 13],
    dynamic: STEADY,
    serialized: [20, 20, 20],
    constant: STEADY,
  });
  const [found] = compare(unsteady, measured, 100).filter(
    ({ title }) => title === "plugin / dynamic",
  );
  expect(found).toMatchObject({ verdict: "same", recorded: 1, measured: 1.3 });
  expect(found?.noise).toBeCloseTo(0.4);
});

it("a ratio without its sides is left out, and without the control all ratios are", () => {
  const titles = (measured: Seconds) =>
    compare(recorded, measurements(measured), 100).map(({ title }) => title);
  expect(titles({ plugin: STEADY, serialized: STEADY, constant: STEADY })).toEqual([
    "plugin / does nothing, serialized",
  ]);
  expect(titles({ plugin: STEADY, dynamic: STEADY })).toEqual([]);
  expect(compare(recorded, recorded, 300)).toEqual([]);
});

it("the recorded results have the ratios of all operations, and are the same as themselves", () => {
  const { measurements: all } = read(RECORDED);
  const compared = compare(all, all, 100);
  expect(new Set(compared.map(({ operation }) => operation)).size).toBe(6);
  expect(compared.filter(({ verdict, change }) => verdict !== "same" || change !== 0)).toEqual([]);
});

it("the table names a ratio that is slower", () => {
  const measured = measurements({
    plugin: [13, 13, 13],
    dynamic: STEADY,
    serialized: [20, 20, 20],
    constant: STEADY,
  });
  expect(comparisonTable(compare(recorded, measured, 100))).toContain(
    "| plugin / dynamic | up | 1.00 | 1.30 | 30 % | 0 % | slower |",
  );
});

it("a comparison measures the sides of its ratios at a recorded size, in rounds enough for the noise", () => {
  const { compare: isComparison, stacks, file } = planOf(["--compare"]);
  expect(isComparison).toBe(true);
  expect(new Set(stacks.map(({ side }) => side))).toContain("serialized");
  expect(Math.max(...stacks.map(({ round }) => round))).toBe(5);
  expect(file).toMatch(/benchmark\.json$/);
  expect(planOf([]).compare).toBe(false);
});

it.each([
  [["--rounds", "2"], "--compare needs at least 3 rounds to measure the noise."],
  [["--record"], "leave out --record, --large, --review, --starts and --small."],
  [["--starts", "3"], "leave out --record, --large, --review, --starts and --small."],
])("a comparison is refused with %j", (args, message) => {
  expect(() => planOf(["--compare", ...args])).toThrow(message);
});

it.each([
  ["--sizes 200", "The recorded results have no stacks of 200 objects: --sizes may have 100, "],
  ["--sides plugin,dynamic,constant", "--compare needs the side serialized"],
  ["--sides plugin,dynamic,serialized", "--compare needs the side constant"],
])("a comparison without a ratio is refused before it begins: %s", (line, message) => {
  const { stacks } = planOf(["--compare", ...line.split(" ")]);
  expect(() => requireRecorded(stacks)).toThrow(message);
});

it("a comparison of recorded sizes with the sides of the control begins", () => {
  expect(() => requireRecorded(planOf(["--compare"]).stacks)).not.toThrow();
});

it("the largest noise is that of the ratio with the widest range", () => {
  const measured = measurements({
    plugin: [10, 10, 10],
    dynamic: [9, 10, 11],
    serialized: [20, 20, 20],
    constant: STEADY,
  });
  expect(largestNoise(compare(recorded, measured, 100))).toBe("20 %");
});
