import { join } from "node:path";
import { optionsIn } from "../tools/base/options.mts";
import { root } from "../tools/base/project.mjs";
import { Problem } from "../tools/base/say.mjs";
import { OPERATIONS, RECORDED } from "./results.mts";
import { OWN, type SideName, slowTitles, titles } from "./sides.mts";

const SIZES = "100,300,1000";
const FULL_SIZES = `${SIZES},3000`;

export const USAGE =
  "--full, --sizes 100,300, --rounds 3, --sides dynamic,plugin, --operations up,preview, --large 3000, --review 10000, --starts 15, --small 30, --executable FILE, --record, --resume, --compare; alone: --render";

/** Defaults of a comparison with the recorded ratios: a small stack, more rounds, and the sides that need only the Pulumi CLI. */
const COMPARISON_DEFAULTS = {
  sizes: "100",
  rounds: "5",
  sides: "dynamic,plugin,serialized,constant,client",
};

/** The range of fewer rounds does not show the noise. */
const MIN_COMPARED_ROUNDS = 3;

const options = {
  compare: { type: "boolean", default: false },
  full: { type: "boolean", default: false },
  record: { type: "boolean", default: false },
  resume: { type: "boolean", default: false },
  sizes: { type: "string" },
  rounds: { type: "string" },
  sides: { type: "string" },
  large: { type: "string", default: "" },
  review: { type: "string", default: "" },
  starts: { type: "string", default: "" },
  small: { type: "string", default: "" },
  executable: { type: "string" },
  operations: { type: "string", default: OPERATIONS.join(",") },
} as const;

type Options = ReturnType<typeof optionsIn<typeof options>>;

/** Returns the measurements of a run, by the arguments of the command. */
export function planOf(args: string[]) {
  const values = optionsIn(args, options, `Options: ${USAGE}`);
  const { compare, record, resume, large, review, starts, small, executable } = values;
  const defaults = compare ? COMPARISON_DEFAULTS : usualDefaults(values);
  const what = args.filter((argument) => !["--record", "--resume"].includes(argument));
  const counts = sizesIn(values.sizes ?? defaults.sizes);
  const rounds = whole(values.rounds ?? defaults.rounds);
  if (compare) requireComparable(values, rounds);
  const numbers = Array.from({ length: rounds }, (_, index) => index + 1);
  const known = Object.keys({ ...titles, ...slowTitles }) as SideName[];
  const names = namesIn("side", known, values.sides ?? defaults.sides);
  return {
    stacks: counts.flatMap((count) =>
      numbers.flatMap((round) => names.map((side) => ({ count, round, side }))),
    ),
    large: sizesIn(large).flatMap((count) => OWN.map((side) => ({ count, side }))),
    reviews: sizesIn(review).map((count) => ({ count, rounds })),
    starts: starts === "" ? 0 : whole(starts),
    small: sizesIn(small).map((count) => ({ count, rounds })),
    executable,
    sides: counts.length > 0 ? names : [],
    operations: operationNames(values.operations),
    file: record ? RECORDED : join(root, ".edge-ingress/benchmark.json"),
    resume,
    compare,
    command: ["npm run bench", ...(what.length > 0 ? ["--", ...what] : [])].join(" "),
  };
}

function usualDefaults({ full, large, review, starts, small }: Options) {
  const usualSizes = full ? FULL_SIZES : SIZES;
  const sizes = large || review || starts || small ? "" : usualSizes;
  return { sizes, rounds: "3", sides: Object.keys(titles).join(",") };
}

function requireComparable({ record, large, review, starts, small }: Options, rounds: number) {
  if (rounds < MIN_COMPARED_ROUNDS)
    throw new Problem(
      `--compare needs at least ${MIN_COMPARED_ROUNDS} rounds to measure the noise.`,
    );
  if (record || large || review || starts || small)
    throw new Problem(
      "--compare compares stacks with the recorded results: leave out --record, --large, --review, --starts and --small.",
    );
}

const sizesIn = (text: string) => (text === "" ? [] : text.split(",").map(whole));

function whole(text: string) {
  if (!/^[1-9]\d*$/.test(text))
    throw new Problem(`"${text}" is not a number of objects or rounds. Options: ${USAGE}`);
  return Number(text);
}

/** The names in a list. */
function namesIn<Name extends string>(kind: string, known: readonly Name[], text: string): Name[] {
  return text.split(",").map((name) => {
    const found = known.find((candidate) => candidate === name);
    if (found === undefined)
      throw new Problem(`There is no ${kind} "${name}"; there are ${known.join(", ")}.`);
    return found;
  });
}

/** In the order in which a stack lives, which begins with `up`. */
function operationNames(text: string) {
  const names = namesIn("operation", OPERATIONS, text);
  if (!names.includes("up"))
    throw new Problem("There is nothing to measure without the operation up.");
  return OPERATIONS.filter((operation) => names.includes(operation));
}
