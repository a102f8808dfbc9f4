import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Large } from "./large.mts";
import type { Limited } from "./limited.mts";
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
  /** objects of the stack */
  count: number;
  /** from 1 */
  round: number;
  operation: Operation;
  /** from the start of the command to its end */
  seconds: number;
  /** that the server got, by method */
  requests: Record<string, number>;
  /** of the whole state as it is stored */
  stateBytes?: number;
  /** of one agent ingress in it */
  ingressBytes?: number;
  program?: Usage;
  provider?: Usage;
}

/** The machine that it was measured on. */
export type Machine = {
  cpus: number;
  model: string;
  memoryGiB: number;
  platform: string;
  node: string;
  pulumi: string;
};

/** How they were made; without stacks, the date and the machine of the file stay, as what else is measured names its own. */
type Origin = { command: string; machine: Machine; hasStacks: boolean };

interface Recorded {
  /** of the last run */
  date: string;
  commands: string[];
  machine: Machine;
  limited: Limited[];
  large: Large[];
  /** absent in older files */
  reviews?: Reviewed[];
  /** absent in older files */
  starts?: Started[];
  /** absent in older files */
  small?: Small[];
  measurements: Measurement[];
}

const NOTHING: Pick<Recorded, "commands" | "limited" | "large" | "measurements"> = {
  commands: [],
  limited: [],
  large: [],
  measurements: [],
};

/** Results in a file, where they replace what it has of the same stacks: a run that breaks off has not been for nothing. */
export class Results {
  readonly #file: string;
  #recorded: Recorded;

  constructor(file: string, origin: Origin) {
    this.#file = file;
    const made = { date: new Date().toISOString().slice(0, 10), machine: origin.machine };
    const before = { ...made, ...NOTHING, ...(existsSync(file) && read(file)) };
    const commands = [...new Set([...before.commands, origin.command])];
    this.#recorded = { ...before, ...(origin.hasStacks && made), commands };
  }

  /** @returns whether it has been measured */
  has(stack: Stack): boolean {
    return this.#recorded.measurements.some(isOfStack(stack));
  }

  add(measured: readonly Measurement[]) {
    const isAgain = (old: Measurement) => measured.some((each) => isOfStack(each)(old));
    const { measurements } = this.#recorded;
    this.#write({ measurements: [...measurements.filter((old) => !isAgain(old)), ...measured] });
  }

  addLimited(measured: Limited) {
    const others = this.#recorded.limited.filter(({ side }) => side !== measured.side);
    this.#write({ limited: [...others, measured] });
  }

  /** @param measured of one stack */
  addLarge(measured: readonly Large[]) {
    const isAgain = ({ side, count }: Large) => measured.some((each) => each.side === side && each.count === count);
    this.#write({ large: [...this.#recorded.large.filter((old) => !isAgain(old)), ...measured] });
  }

  /** @param measured of one number of routes */
  addReviews(measured: readonly Reviewed[]) {
    const others = (this.#recorded.reviews ?? []).filter(({ count }) => measured.every((each) => each.count !== count));
    this.#write({ reviews: [...others, ...measured] });
  }

  addStarts(measured: readonly Started[]) {
    const others = (this.#recorded.starts ?? []).filter((old) => measured.every(({ side }) => side !== old.side));
    this.#write({ starts: [...others, ...measured] });
  }

  /** @param measured of one number of objects */
  addSmall(measured: readonly Small[]) {
    const others = (this.#recorded.small ?? []).filter(({ count }) => measured.every((each) => each.count !== count));
    this.#write({ small: [...others, ...measured] });
  }

  /** @returns its operations and their seconds */
  line(stack: Stack): string {
    const ofStack = this.#recorded.measurements.filter(isOfStack(stack));
    return ofStack.map(({ operation, seconds }) => `${operation} ${seconds.toFixed(1)} s`).join(", ");
  }

  #write(changes: Partial<Recorded>) {
    this.#recorded = { ...this.#recorded, ...changes };
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, `${onLines(this.#recorded)}\n`);
  }
}

/** A line for each measurement, for a person who compares two versions. */
const onLines = ({ large, measurements, ...rest }: Recorded) =>
  JSON.stringify({ ...rest, large: [], measurements: [] }, null, 2)
    .replace('"large": []', () => `"large": ${lines(large)}`)
    .replace('"measurements": []', () => `"measurements": ${lines(measurements)}`);

const lines = (rows: readonly object[]) =>
  rows.length === 0 ? "[]" : `[\n${rows.map((row) => `    ${JSON.stringify(row)}`).join(",\n")}\n  ]`;

export const read = (file: string): Recorded => JSON.parse(readFileSync(file, "utf8"));

export type Stack = Pick<Measurement, "side" | "count" | "round">;

const isOfStack = (stack: Stack) => (other: Stack) =>
  stack.side === other.side && stack.count === other.count && stack.round === other.round;
