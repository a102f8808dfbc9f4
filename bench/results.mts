import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../tools/base/project.mjs";
import type { Large, Limited } from "./measure.mts";
import type { Usage } from "./meters.mts";
import type { Reviewed } from "./review.mts";
import type { SideName } from "./sides.mts";
import type { Small } from "./small.mts";
import type { Started } from "./starts.mts";
import { ratio } from "./statistics.mts";

/** The results that the documentation shows. */
export const RECORDED = join(root, "docs/performance/results.json");

/** The operations of a user on a stack, in their order. */
export const OPERATIONS = ["up", "preview", "unchanged", "change", "refresh", "destroy"] as const;

export type Operation = (typeof OPERATIONS)[number];

/** The measured cost of an operation on a stack. */
export interface Measurement {
  side: SideName;
  count: number; // objects of the stack
  round: number; // from 1
  operation: Operation;
  seconds: number; // from the start of the command to its end
  requests: Record<string, number>; // that the server got, by method
  stateBytes?: number; // of the whole state as it is stored
  ingressBytes?: number; // of one agent ingress in it
  program?: Usage;
  provider?: Usage;
}

export type Which = Pick<Measurement, "side" | "count" | "operation">;

export type Figure = (measurement: Measurement) => number | undefined;

export const seconds: Figure = (measurement) => measurement.seconds;

/** A figure of each round that has it. */
export const figureByRound = (
  measurements: readonly Measurement[],
  { side, count, operation }: Which,
  figure: Figure,
): Map<number, number> =>
  new Map(
    measurements
      .filter(
        (measurement) =>
          measurement.side === side &&
          measurement.count === count &&
          measurement.operation === operation,
      )
      .map((measurement) => [measurement.round, figure(measurement) ?? Number.NaN] as const)
      .filter(([, value]) => !Number.isNaN(value)),
  );

/**
 * The ratio of the seconds of an operation on two sides.
 * @param baselines added up
 */
export const ratioIn = (
  measurements: readonly Measurement[],
  which: Which,
  baselines: readonly SideName[],
) =>
  ratio(
    figureByRound(measurements, which, seconds),
    baselines.map((side) => figureByRound(measurements, { ...which, side }, seconds)),
  );

interface Kinds {
  limited: Limited;
  large: Large;
  reviews: Reviewed;
  starts: Started;
  small: Small;
  measurements: Measurement;
}

/** A run replaces what an earlier one has recorded of a kind if these members are equal. */
const IDENTITY: { readonly [Kind in keyof Kinds]: readonly (keyof Kinds[Kind])[] } = {
  limited: ["side"],
  large: ["side", "count"],
  reviews: ["count"],
  starts: ["side"],
  small: ["count"],
  measurements: ["side", "count", "round"],
};

export type Machine = Record<"cpus" | "memoryGiB", number> &
  Record<"model" | "platform" | "node" | "pulumi", string>;

/** The origin of results. Without stacks, the file keeps its date and machine, because other measurements name their own. */
type Origin = { command: string; machine: Machine; hasStacks: boolean };

type Recorded = { date: string; commands: string[]; machine: Machine } & {
  [Kind in keyof Kinds]: Kinds[Kind][];
};

const NOTHING = {
  commands: [],
  limited: [],
  large: [],
  reviews: [],
  starts: [],
  small: [],
  measurements: [],
};

/** Results in a file, where they replace what it has of the same stacks: a run that breaks off has not been for nothing. */
export class Results {
  readonly #file: string;
  #recorded: Recorded;

  constructor(file: string, { machine, command, hasStacks }: Origin) {
    this.#file = file;
    const dateAndMachine = { date: new Date().toISOString().slice(0, 10), machine };
    const before: Recorded = { ...dateAndMachine, ...(existsSync(file) ? read(file) : NOTHING) };
    const commands = [...new Set([...before.commands, command])];
    this.#recorded = { ...before, ...(hasStacks && dateAndMachine), commands };
  }

  has(stack: Pick<Measurement, "side" | "count" | "round">): boolean {
    return this.#recorded.measurements.some((measurement) =>
      isAgain("measurements", measurement, stack as Measurement),
    );
  }

  /** The measurements of some stacks. */
  of(stacks: readonly Pick<Measurement, "side" | "count" | "round">[]): Measurement[] {
    return this.#recorded.measurements.filter((measurement) =>
      stacks.some((stack) => isAgain("measurements", measurement, stack as Measurement)),
    );
  }

  add<Kind extends keyof Kinds>(kind: Kind, measured: readonly Kinds[Kind][]) {
    const before = this.#recorded[kind] as Kinds[Kind][];
    const kept = before.filter(
      (old) => !measured.some((measurement) => isAgain(kind, old, measurement)),
    );
    this.#recorded = { ...this.#recorded, [kind]: [...kept, ...measured] };
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, `${onLines(this.#recorded)}\n`);
  }
}

const isAgain = <Kind extends keyof Kinds>(kind: Kind, old: Kinds[Kind], measured: Kinds[Kind]) =>
  IDENTITY[kind].every((name) => old[name] === measured[name]);

/** A line for each measurement, for a person who compares two versions. */
const onLines = ({ large, measurements, ...rest }: Recorded) =>
  JSON.stringify({ ...rest, large: [], measurements: [] }, null, 2)
    .replace('"large": []', () => `"large": ${lines(large)}`)
    .replace('"measurements": []', () => `"measurements": ${lines(measurements)}`);

const lines = (rows: readonly object[]) =>
  rows.length === 0
    ? "[]"
    : `[\n${rows.map((row) => `    ${JSON.stringify(row)}`).join(",\n")}\n  ]`;

/** Returns the results in a file, in its order. An older file has fewer kinds. */
export function read(file: string): Recorded {
  const recorded = JSON.parse(readFileSync(file, "utf8"));
  return { ...recorded, ...NOTHING, ...recorded };
}
