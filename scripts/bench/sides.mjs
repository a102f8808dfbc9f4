import { Problem, remark } from "../lib/say.mjs";
import { clientSide } from "./sides/client.mjs";
import { pulumiSide } from "./sides/pulumi.mjs";
import { terraformSide } from "./sides/terraform.mjs";
import { obtainBinaries } from "./terraform/binaries.mjs";

/**
 * Where a stack lives, and the API that it is on.
 * @typedef {object} Context
 * @property {string} folder exists, and is empty
 * @property {string} baseUrl
 * @property {string} apiKey
 *
 * A stack of objects, of as many as each call says.
 * @typedef {object} Stack
 * @property {(operation: import("./results.mjs").Operation, count: number) => Promise<ReturnType<typeof import("./meters.mjs").usages>>} run
 * @property {() => string} [state] the state as the tool stores it
 * @property {() => void} [close]
 *
 * @typedef {(context: Context) => Promise<Stack>} Open
 */

/** What is compared, in the order of the tables. */
export const titles = {
  dynamic: "this provider, dynamic resources",
  plugin: "this provider, plugin",
  serialized: "`pulumi.dynamic.Resource` that does nothing",
  constant: "constant provider text that does nothing",
  client: "the client alone",
  terraform: "Terraform with Mastercard/restapi",
};

/** The plugin with other settings of the CLI, for large stacks: only measured by name. */
export const settingTitles = {
  "no-backups": "`PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS=true`",
  "no-metadata": "state at `file://…?metadata=skip`",
  neither: "both of these",
  zstd: "`PULUMI_DIY_BACKEND_ZSTD=true`",
  "parallel-1": "`--parallel 1`",
  "parallel-64": "`--parallel 64`",
};

/** @typedef {keyof typeof titles | keyof typeof settingTitles} SideName */

const plugin = { program: "edge-ingress", plugin: true };
const noBackups = { env: { PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS: "true" } };
const noMetadata = { backendQuery: "?metadata=skip" };

/** @type {Partial<Record<SideName, import("./sides/pulumi.mjs").Form>>} */
const forms = {
  dynamic: { program: "edge-ingress" },
  plugin,
  serialized: { program: "serialized" },
  constant: { program: "constant" },
  "no-backups": { ...plugin, ...noBackups },
  "no-metadata": { ...plugin, ...noMetadata },
  neither: { ...plugin, ...noBackups, ...noMetadata },
  zstd: { ...plugin, env: { PULUMI_DIY_BACKEND_ZSTD: "true" } },
  "parallel-1": { ...plugin, args: ["--parallel", "1"] },
  "parallel-64": { ...plugin, args: ["--parallel", "64"] },
};

/**
 * @param {import("../pulumi-cli.mjs").PulumiCli} cli
 * @param {readonly SideName[]} names
 * @returns {Promise<Map<SideName, Open>>} without those that cannot be had here
 */
export async function openers(cli, names) {
  const found = new Map();
  for (const name of names) {
    const open = await opener(cli, name);
    if (open) found.set(name, open);
  }
  return found;
}

/**
 * @param {import("../pulumi-cli.mjs").PulumiCli} cli
 * @param {SideName} name
 * @returns {Promise<Open | undefined>}
 */
async function opener(cli, name) {
  const form = forms[name];
  if (form) return pulumiSide(cli, form);
  return name === "terraform" ? terraform() : clientSide;
}

/** @returns {Promise<Open | undefined>} */
async function terraform() {
  try {
    return terraformSide(await obtainBinaries());
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    remark(`Terraform is left out: ${error.message}`);
    return undefined;
  }
}
