import { Problem, remark } from "../tools/base/say.mjs";
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

/** The forms of this provider. */
export const OWN = /** @type {const} */ (["dynamic", "plugin"]);

const dynamic = { program: "edge-ingress" };
const plugin = { program: "edge-ingress", plugin: true };
const noBackups = { env: { PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS: "true" } };
const noMetadata = { backendQuery: "?metadata=skip" };

/** Settings of the CLI, or of the program's process, for the plugin with large stacks: only measured by name. */
export const settings = {
  "no-backups": { title: "`PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS=true`", ...noBackups },
  "no-metadata": { title: "state at `file://…?metadata=skip`", ...noMetadata },
  neither: { title: "both: neither copies nor checksums", ...noBackups, ...noMetadata },
  zstd: { title: "`PULUMI_DIY_BACKEND_ZSTD=true`", env: { PULUMI_DIY_BACKEND_ZSTD: "true" } },
  "parallel-1": { title: "`--parallel 1`", args: ["--parallel", "1"] },
  "parallel-64": { title: "`--parallel 64`", args: ["--parallel", "64"] },
  "gogc-400": { title: "`GOGC=400`", env: { GOGC: "400" } },
  "young-64": {
    title: "`nodeargs: --max-semi-space-size=64` in `Pulumi.yaml`",
    nodeArgs: "--max-semi-space-size=64",
  },
};

export const settingTitles = /** @type {Record<keyof typeof settings, string>} */ (
  Object.fromEntries(Object.entries(settings).map(([name, { title }]) => [name, title]))
);

/** Those that send requests, of a service that takes its time: only measured by name. */
export const slowTitles = {
  "dynamic-slow": titles.dynamic,
  "plugin-slow": titles.plugin,
  "terraform-slow": titles.terraform,
};

/** How long a slow service takes for each answer. */
export const SLOW_MS = 20;

/** @typedef {keyof typeof titles | keyof typeof settings | keyof typeof slowTitles} SideName */

/** @type {Partial<Record<SideName, import("./sides/pulumi.mjs").Form>>} */
const forms = {
  dynamic,
  plugin,
  serialized: { program: "serialized" },
  constant: { program: "constant" },
  "dynamic-slow": dynamic,
  "plugin-slow": plugin,
  ...Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, { ...plugin, ...setting }])),
};

/**
 * This provider's stacks, which take settings.
 * @param {import("../tools/pulumi/pulumi-cli.mjs").PulumiCli} cli
 */
export const ownSides = (cli) => ({ dynamic: pulumiSide(cli, dynamic), plugin: pulumiSide(cli, plugin) });

/**
 * @param {import("../tools/pulumi/pulumi-cli.mjs").PulumiCli} cli
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
 * @param {import("../tools/pulumi/pulumi-cli.mjs").PulumiCli} cli
 * @param {SideName} name
 * @returns {Promise<Open | undefined>}
 */
async function opener(cli, name) {
  const form = forms[name];
  if (form) return pulumiSide(cli, form);
  return name === "client" ? clientSide : terraform();
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
