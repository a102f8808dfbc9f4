import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { remark } from "../tools/base/say.mjs";
import { languageHosts } from "../tools/pulumi/language-hosts.mjs";
import { measure } from "./measure.mjs";
import { processors } from "./meters.mjs";
import { pulumiSide } from "./sides/pulumi.mjs";
import { openers } from "./sides.mjs";
import { median } from "./statistics.mjs";

/**
 * What the operations on a small stack take, most of which is starts.
 * @typedef {object} Small
 * @property {SmallName} side
 * @property {number} count
 * @property {number} rounds
 * @property {Record<string, { min: number, median: number }>} seconds by operation
 * @property {string} processors of the machine
 *
 * @typedef {keyof typeof smallTitles} SmallName
 */

export const smallTitles = {
  dynamic: "TypeScript, dynamic resources",
  plugin: "TypeScript, plugin",
  yaml: "YAML, plugin",
  "yaml-executable": "YAML, plugin of a release, without Node.js",
  terraform: "Terraform with Mastercard/restapi",
};

export const SMALL_OPERATIONS = /** @type {const} */ (["up", "preview", "unchanged", "refresh", "destroy"]);

/**
 * @param {import("../tools/pulumi/pulumi-cli.mjs").PulumiCli} cli
 * @param {number} count objects of the stack
 * @param {number} rounds
 * @param {string | undefined} executable the plugin of a release, which needs no Node.js
 * @returns {Promise<Small[]>}
 */
export async function measureSmall(cli, count, rounds, executable) {
  const folder = mkdtempSync(join(tmpdir(), "bench-plugin-"));
  try {
    const sides = await openersOf(cli, folder, executable);
    /** @type {import("./results.mjs").Measurement[]} */
    const measured = [];
    for (let round = 1; round <= rounds; round++) {
      for (const [side, open] of sides) {
        const which = { side: /** @type {"plugin"} */ (side), count, round };
        measured.push(...(await measure(open, which, SMALL_OPERATIONS)));
      }
    }
    return [...sides.keys()].map((side) => {
      const ofSide = measured.filter((each) => each.side === side);
      return { side, count, rounds, seconds: figures(ofSide), processors };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {readonly import("./results.mjs").Measurement[]} measured */
const figures = (measured) =>
  Object.fromEntries(
    SMALL_OPERATIONS.map((name) => {
      const seconds = measured.filter(({ operation }) => operation === name).map((each) => each.seconds);
      return [name, { min: Math.min(...seconds), median: median(seconds) }];
    }),
  );

/**
 * @param {import("../tools/pulumi/pulumi-cli.mjs").PulumiCli} cli
 * @param {string} folder
 * @param {string | undefined} executable
 * @returns {Promise<Map<SmallName, import("./sides.mjs").Open>>} without those that cannot be had here
 */
async function openersOf(cli, folder, executable) {
  const hostDir = languageHosts(cli)?.binDir;
  if (hostDir === undefined)
    remark("YAML is left out: its host is not built (npm test -- --project=languages builds it).");
  const yaml = { plugin: true, ...(hostDir !== undefined && { hostDir }) };
  if (executable !== undefined) copyFileSync(executable, join(folder, "pulumi-resource-edge-ingress"));
  const others = await openers(cli, ["dynamic", "plugin", "terraform"]);
  const all = new Map([
    ...others,
    ...(hostDir === undefined ? [] : [/** @type {const} */ (["yaml", pulumiSide(cli, yaml)])]),
    ...(hostDir === undefined || executable === undefined
      ? []
      : [/** @type {const} */ (["yaml-executable", pulumiSide(cli, { ...yaml, pluginDir: folder })])]),
  ]);
  return new Map([...all].map(([side, open]) => [/** @type {SmallName} */ (side), open]));
}
