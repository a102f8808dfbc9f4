import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../../lib/run.mjs";
import { Problem } from "../../lib/say.mjs";
import { obtainBinaries } from "../terraform/binaries.mjs";
import { configuration, keyVariable } from "../terraform/configuration.mjs";
import { cliEnvironment } from "../terraform/environment.mjs";

/**
 * @typedef {import("../terraform/configuration.mjs").Wanted} Wanted
 * @typedef {import("../terraform/binaries.mjs").Binaries} Binaries
 * @typedef {"up" | "preview" | "unchanged" | "change" | "refresh" | "destroy"} Operation
 *
 * @typedef {object} Context
 * @property {string} folder an empty one, for this stack
 * @property {string} baseUrl
 * @property {string} apiKey
 *
 * @typedef {object} Stack
 * @property {(operation: Operation, wanted: readonly Wanted[]) => Promise<undefined>} run
 * @property {string} stateFile
 *
 * @typedef {object} Side
 * @property {"restapi"} name
 * @property {string} version of the CLI, such as `OpenTofu v1.10.10`
 * @property {(context: Context) => Promise<Stack>} open
 */

const apply = ["apply", "-auto-approve"];

/** @type {Readonly<Record<Operation, readonly string[]>>} */
const commands = {
  up: apply,
  preview: ["plan"],
  unchanged: apply,
  change: apply,
  refresh: [...apply, "-refresh-only"],
  destroy: ["destroy", "-auto-approve"],
};

/**
 * Terraform or OpenTofu with Mastercard's REST provider: what a user without a provider for this API would take.
 * @returns {Promise<Side | { skipped: string }>}
 */
export async function terraformSide() {
  try {
    const binaries = await obtainBinaries();
    return { name: "restapi", version: binaries.version, open: (context) => open(binaries, context) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { skipped: `Terraform is left out: ${error.message}` };
  }
}

/**
 * @param {Binaries} binaries
 * @param {Context} context
 * @returns {Promise<Stack>}
 */
async function open(binaries, context) {
  const { folder, baseUrl } = context;
  await mkdir(folder, { recursive: true });
  await writeFile(cliConfigFile(folder), cliConfig(binaries.pluginDir));
  return {
    stateFile: join(folder, "terraform.tfstate"),
    run: async (operation, wanted) => {
      // On lines of their own, or an error would quote all of it.
      const text = JSON.stringify(configuration(baseUrl, wanted), undefined, 2);
      await writeFile(join(folder, "main.tf.json"), text);
      await execute(binaries.cli, operation, context);
    },
  };
}

/** @param {string} folder */
const cliConfigFile = (folder) => join(folder, "cli.tfrc");

/**
 * A provider that is overridden needs no `init`, and so no registry.
 * @param {string} pluginDir
 */
const cliConfig = (pluginDir) => `provider_installation {
  dev_overrides {
    "mastercard/restapi" = ${JSON.stringify(pluginDir)}
  }
}
`;

/**
 * @param {string} cli
 * @param {Operation} operation
 * @param {Context} context
 */
async function execute(cli, operation, { folder, apiKey }) {
  const [command = "", ...options] = commands[operation];
  const args = [command, "-no-color", "-input=false", ...options];
  const { code, output } = await run(cli, args, { cwd: folder, env: environment(folder, apiKey), capture: true });
  if (code === 0) return;
  throw new Problem(`${cli} ${command} failed (exit code ${code}). ${errorIn(output).replaceAll(apiKey, "[secret]")}`);
}

/**
 * Begins at the first error: above it a plan shows the bodies, with the secrets in them.
 * @param {string} output
 */
function errorIn(output) {
  const lines = output.split("\n").map((line) => line.replace(/^[│╷╵\s]+/, "").trimEnd());
  const first = lines.findIndex((line) => line.startsWith("Error: "));
  const error = first < 0 ? [] : lines.slice(first);
  return error
    .filter((line) => line !== "")
    .slice(0, 8)
    .join("; ");
}

/**
 * @param {string} folder
 * @param {string} apiKey
 * @returns {NodeJS.ProcessEnv}
 */
const environment = (folder, apiKey) => ({
  ...cliEnvironment(folder),
  [`TF_VAR_${keyVariable}`]: apiKey,
  TF_CLI_CONFIG_FILE: cliConfigFile(folder),
  // The default and the cheaper one: what is sensitive is marked in the state, a quarter more of it to write.
  API_DATA_IS_SENSITIVE: "false",
});
