import { join } from "node:path";
import { optionsIn } from "../tools/base/options.mts";
import { root } from "../tools/base/project.mjs";
import { Problem } from "../tools/base/say.mjs";
import { OPERATIONS } from "./results.mts";
import { OWN, type SideName, slowTitles, titles } from "./sides.mts";

const SIZES = "100,300,1000";
const FULL_SIZES = `${SIZES},3000`;

export const USAGE =
  "--full, --sizes 100,300, --rounds 3, --sides dynamic,plugin, --operations up,preview, --large 3000, --review 10000, --starts 15, --small 30, --executable FILE, --record, --resume; alone: --render";

/** What a run is to measure, by the arguments of the command. */
export function planOf(args: string[]) {
  const {
    full,
    record,
    resume,
    sizes,
    rounds,
    sides,
    operations,
    large,
    review,
    starts,
    small,
    executable,
  } = optionsIn(args, options, `Options: ${USAGE}`);
  const what = args.filter((argument) => !["--record", "--resume"].includes(argument));
  const counts = sizesIn(
    sizes ?? (large || review || starts || small ? "" : full ? FULL_SIZES : SIZES),
  );
  const numbers = Array.from({ length: whole(rounds) }, (_, index) => index + 1);
  const names = namesIn("side", Object.keys({ ...titles, ...slowTitles }) as SideName[], sides);
  return {
    stacks: counts.flatMap((count) =>
      numbers.flatMap((round) => names.map((side) => ({ count, round, side }))),
    ),
    large: sizesIn(large).flatMap((count) => OWN.map((side) => ({ count, side }))),
    reviews: sizesIn(review).map((count) => ({ count, rounds: whole(rounds) })),
    starts: starts === "" ? 0 : whole(starts),
    small: sizesIn(small).map((count) => ({ count, rounds: whole(rounds) })),
    executable,
    sides: counts.length > 0 ? names : [],
    operations: operationNames(operations),
    file: join(root, record ? "docs/performance/results.json" : ".edge-ingress/benchmark.json"),
    resume,
    command: ["npm run bench", ...(what.length > 0 ? ["--", ...what] : [])].join(" "),
  };
}

const options = {
  full: { type: "boolean", default: false },
  record: { type: "boolean", default: false },
  resume: { type: "boolean", default: false },
  sizes: { type: "string" },
  rounds: { type: "string", default: "3" },
  sides: { type: "string", default: Object.keys(titles).join(",") },
  large: { type: "string", default: "" },
  review: { type: "string", default: "" },
  starts: { type: "string", default: "" },
  small: { type: "string", default: "" },
  executable: { type: "string" },
  operations: { type: "string", default: OPERATIONS.join(",") },
} as const;

const sizesIn = (text: string) => (text === "" ? [] : text.split(",").map(whole));

function whole(text: string) {
  if (!/^[1-9]\d*$/.test(text))
    throw new Problem(`"${text}" is not a number of objects or rounds. Options: ${USAGE}`);
  return Number(text);
}

/** The names in a list. */
function namesIn<Name extends string>(kind: string, known: readonly Name[], text: string): Name[] {
  return text.split(",").map((name) => {
    const found = known.find((each) => each === name);
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
