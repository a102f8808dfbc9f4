// npm run bench: what a resource costs, compared with what Pulumi itself costs and with what else a user might take.
// The results go to .edge-ingress/benchmark.json, or with --record to the documentation, which `npm run generate` writes
// then; those of the same sides and sizes are replaced.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { measure } from "./bench/measure.mjs";
import { openSides, titles } from "./bench/sides.mjs";
import { runScript } from "./lib/bootstrap.mjs";
import { build } from "./lib/checks.mjs";
import { root } from "./lib/project.mjs";
import { remark } from "./lib/say.mjs";
import { obtainPulumiCli } from "./pulumi-cli.mjs";

const SIZES = [100, 300, 1_000];
const FULL_SIZE = 3_000;

/**
 * @param {string[]} args
 * @returns {Promise<number>}
 */
async function main(args) {
  const plan = planOf(args);
  await build();
  const cli = await obtainPulumiCli();
  const sides = await openSides(cli);
  for (const count of plan.sizes) {
    for (let round = 1; round <= plan.rounds; round++) {
      for (const side of plan.sides) {
        const open = sides.get(side);
        if (!open) continue;
        const measured = await measure(open, { side, count, round });
        keep(plan, measured, cli.version);
        remark(
          `${count} objects, round ${round}, ${titles[side]}: ${measured.map(({ operation, seconds }) => `${operation} ${seconds.toFixed(1)} s`).join(", ")}`,
        );
      }
    }
  }
  return 0;
}

/**
 * @typedef {{ sizes: number[], rounds: number, sides: import("./bench/sides.mjs").SideName[], file: string, command: string }} Plan
 * @param {string[]} args
 * @returns {Plan}
 */
function planOf(args) {
  const { values } = parseArgs({
    args,
    options: {
      full: { type: "boolean", default: false },
      record: { type: "boolean", default: false },
      sizes: { type: "string" },
      rounds: { type: "string", default: "3" },
      sides: { type: "string" },
    },
  });
  const known = /** @type {import("./bench/sides.mjs").SideName[]} */ (Object.keys(titles));
  return {
    sizes: values.sizes?.split(",").map(Number) ?? [...SIZES, ...(values.full ? [FULL_SIZE] : [])],
    rounds: Number(values.rounds),
    sides: values.sides === undefined ? known : known.filter((name) => values.sides?.split(",").includes(name)),
    file: join(root, values.record ? "docs/performance/results.json" : ".edge-ingress/benchmark.json"),
    command: ["npm run bench", ...(args.length > 0 ? ["--", ...args] : [])].join(" "),
  };
}

/**
 * Kept after every stack: a run that breaks off has not been for nothing.
 * @param {Plan} plan
 * @param {import("./bench/results.mjs").Measurement[]} measured
 * @param {string} pulumi
 */
function keep({ file, command }, measured, pulumi) {
  const before = existsSync(file)
    ? /** @type {import("./bench/results.mjs").Results} */ (JSON.parse(readFileSync(file, "utf8"))).measurements
    : [];
  const isAgain = (/** @type {import("./bench/results.mjs").Measurement} */ old) =>
    measured.some(({ side, count, round }) => side === old.side && count === old.count && round === old.round);
  mkdirSync(dirname(file), { recursive: true });
  const results = {
    date: new Date().toISOString().slice(0, 10),
    command,
    machine: machine(pulumi),
    measurements: [...before.filter((old) => !isAgain(old)), ...measured],
  };
  writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`);
}

/** @param {string} pulumi */
const machine = (pulumi) => ({
  cpus: cpus().length,
  model: cpus()[0]?.model ?? "",
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  platform: `${process.platform} ${process.arch}`,
  node: process.versions.node,
  pulumi,
});

await runScript(import.meta.url, main);
