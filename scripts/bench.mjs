// npm run bench: what a resource costs, beside what Pulumi itself costs and what else a user might take. Its results go to
// .edge-ingress/benchmark.json; with --record to the documentation, whose tables and plots `npm run generate` makes of them.
import { cpus, totalmem } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { measureLimited } from "./bench/limited.mjs";
import { measure } from "./bench/measure.mjs";
import { Results } from "./bench/results.mjs";
import { openers, settingTitles, titles } from "./bench/sides.mjs";
import { runScript } from "./lib/bootstrap.mjs";
import { build } from "./lib/checks.mjs";
import { root } from "./lib/project.mjs";
import { Problem, remark } from "./lib/say.mjs";
import { obtainPulumiCli } from "./pulumi-cli.mjs";

const SIZES = "100,300,1000";
const FULL_SIZES = `${SIZES},3000`;

const USAGE = "--full, --sizes 100,300, --rounds 3, --sides dynamic,plugin, --record";

/** Those of this provider, which obey a rate limit. */
const LIMITED = /** @type {const} */ (["dynamic", "plugin"]);

/**
 * @param {string[]} args
 * @returns {Promise<number>}
 */
async function main(args) {
  const plan = planOf(args);
  await build();
  const cli = await obtainPulumiCli();
  const sides = await openers(cli, plan.sides);
  const results = new Results(plan.file, { command: plan.command, machine: machine(cli.version) });
  for (const { count, round, side } of plan.stacks) {
    const open = sides.get(side);
    if (!open) continue;
    results.add(await measure(open, { side, count, round }));
    remark(`${count} objects, round ${round}, ${side}: ${results.line({ side, count, round })}`);
  }
  for (const side of LIMITED) {
    const open = sides.get(side);
    if (!open) continue;
    const limited = await measureLimited(open, side);
    results.addLimited(limited);
    const { count, perSecond, failed, seconds, idealSeconds } = limited;
    const time = `${(seconds / idealSeconds).toFixed(3)} of the ideal time`;
    remark(`${count} creates under ${perSecond} requests per second, ${side}: ${failed} failed, ${time}`);
  }
  remark(`The results are in ${relative(root, plan.file)}.`);
  return 0;
}

/** @param {string[]} args */
function planOf(args) {
  const { full, record, sizes, rounds, sides } = optionsIn(args);
  const counts = (sizes ?? (full ? FULL_SIZES : SIZES)).split(",").map(whole);
  const numbers = Array.from({ length: whole(rounds) }, (_, index) => index + 1);
  const names = sides.split(",").map(sideName);
  return {
    stacks: counts.flatMap((count) => numbers.flatMap((round) => names.map((side) => ({ count, round, side })))),
    sides: names,
    file: join(root, record ? "docs/performance/results.json" : ".edge-ingress/benchmark.json"),
    command: ["npm run bench", ...(args.length > 0 ? ["--", ...args] : [])].join(" "),
  };
}

/** @param {string[]} args */
function optionsIn(args) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        full: { type: "boolean", default: false },
        record: { type: "boolean", default: false },
        sizes: { type: "string" },
        rounds: { type: "string", default: "3" },
        sides: { type: "string", default: Object.keys(titles).join(",") },
      },
    });
    return values;
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : error} Options: ${USAGE}`);
  }
}

/** @param {string} text */
function whole(text) {
  if (!/^[1-9]\d*$/.test(text)) throw new Problem(`"${text}" is no number of objects or rounds. Options: ${USAGE}`);
  return Number(text);
}

/**
 * @param {string} name
 * @returns {import("./bench/sides.mjs").SideName}
 */
function sideName(name) {
  const known = Object.keys({ ...titles, ...settingTitles });
  if (!known.includes(name)) throw new Problem(`There is no side "${name}"; there are ${known.join(", ")}.`);
  return /** @type {import("./bench/sides.mjs").SideName} */ (name);
}

/**
 * @param {string} pulumi
 * @returns {import("./bench/results.mjs").Machine}
 */
const machine = (pulumi) => ({
  cpus: cpus().length,
  model: cpus()[0]?.model ?? "",
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  platform: `${process.platform} ${process.arch}`,
  node: process.versions.node,
  pulumi,
});

await runScript(import.meta.url, main);
