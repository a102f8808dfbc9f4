import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Large, Limited } from "./measure.mts";
import type { Usage } from "./meters.mts";
import type { Reviewed } from "./review.mts";
import type { SideName } from "./sides.mts";
import type { Small } from "./small.mts";
import type { Started } from "./starts.mts";

/** What a user does with a stack, one after the other. */
export const OPERATIONS = ["up", "preview", "unchanged", "change", "refresh", "destroy"] as const;

export type Operation = (typeof OPERATIONS)[number];

/** What one operation on one stack took. */
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

/** How they were made; without stacks, the date and the machine of the file stay, as what else is measured names its own. */
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
    const made = { date: new Date().toISOString().slice(0, 10), machine };
    const before: Recorded = { ...made, ...(existsSync(file) ? read(file) : NOTHING) };
    const commands = [...new Set([...before.commands, command])];
    this.#recorded = { ...before, ...(hasStacks && made), commands };
  }

  has(stack: Pick<Measurement, "side" | "count" | "round">): boolean {
    return this.#recorded.measurements.some((each) =>
      isAgain("measurements", each, stack as Measurement),
    );
  }

  add<Kind extends keyof Kinds>(kind: Kind, measured: readonly Kinds[Kind][]) {
    const before = this.#recorded[kind] as Kinds[Kind][];
    const others = before.filter((old) => !measured.some((each) => isAgain(kind, old, each)));
    this.#recorded = { ...this.#recorded, [kind]: [...others, ...measured] };
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

/** What a file has, in its order; an older one has fewer kinds. */
export function read(file: string): Recorded {
  const recorded = JSON.parse(readFileSync(file, "utf8"));
  return { ...recorded, ...NOTHING, ...recorded };
}
