import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "../../tools/base/project.mjs";
import { run } from "../../tools/base/run.mjs";
import { Problem } from "../../tools/base/say.mjs";
import { engineEnvironment } from "../../tools/pulumi/workspace.mjs";
import { metered, usages } from "../meters.mjs";
import { FIRST, mix } from "../programs/mix.cjs";

const programs = join(root, "bench", "programs");
const STACK = "benchmark";

/** @type {Record<import("../results.mjs").Operation, string[]>} */
const COMMANDS = {
  up: ["up", "--skip-preview", "--yes"],
  preview: ["preview"],
  unchanged: ["up", "--skip-preview", "--yes"],
  change: ["up", "--skip-preview", "--yes"],
  refresh: ["refresh", "--skip-preview", "--yes"],
  destroy: ["destroy", "--skip-preview", "--yes"],
};

/**
 * Settings of the CLI.
 * @typedef {object} Setting
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [backendQuery] of the address of the state's folder
 * @property {string[]} [args] of every operation
 *
 * A program, and what runs it.
 * @typedef {object} Program
 * @property {string} [program] the name of its file; default: a program in YAML
 * @property {boolean} [plugin] whether the native plugin serves it
 * @property {string} [pluginDir] the folder of the plugin; default: that of the package
 * @property {string} [hostDir] the folder of the host that runs programs in YAML
 * @property {string} [nodeArgs] of the program's process
 *
 * How a program is run by the real CLI.
 * @typedef {Program & Setting} Form
 *
 * What one run has of its own.
 * @typedef {object} Run
 * @property {Setting} [setting] over those of the form
 * @property {string} [revision] of the objects that are changed
 * @property {number} [changed] how many are; default all
 */

/**
 * @param {import("../../tools/pulumi/pulumi-cli.mjs").PulumiCli} cli
 * @param {Form} form
 */
export const pulumiSide = (cli, form) => async (/** @type {import("../sides.mjs").Context} */ context) => {
  const { folder } = context;
  const project = writeProject(folder, form);
  await pulumi(cli, ["stack", "init", STACK], folder, environment(cli, context, form));
  let current = FIRST;
  return {
    /**
     * @param {import("../results.mjs").Operation} operation
     * @param {number} count
     * @param {Run} [run]
     */
    async run(operation, count, { setting = {}, revision, changed = count } = {}) {
      current = revision ?? (operation === "change" ? "second" : current);
      if (form.program === undefined) writeProgram(folder, project, mix(count, current, changed));
      const meters = join(folder, "meters");
      rmSync(meters, { recursive: true, force: true });
      const { args = [], ...settings } = { ...form, ...setting };
      const wanted = { BENCH_COUNT: String(count), BENCH_REVISION: current, BENCH_CHANGED: String(changed) };
      const env = { ...environment(cli, context, settings), ...metered(meters), ...wanted };
      await pulumi(cli, [...COMMANDS[operation], ...args], folder, env);
      return usages(meters);
    },
    state: () => readFileSync(join(folder, "state", ".pulumi", "stacks", "benchmark", `${STACK}.json`), "utf8"),
  };
};

/**
 * A project as a user has it: its program's folder is where the provider looks for its package.
 * @param {string} folder
 * @param {Form} form
 */
function writeProject(folder, { program, plugin = false, pluginDir = join(root, "plugin"), nodeArgs }) {
  mkdirSync(join(folder, "state"), { recursive: true });
  if (program !== undefined) {
    for (const name of ["mix.cjs", "marked.cjs"]) copyFileSync(join(programs, name), join(folder, name));
    copyFileSync(join(programs, `${program}.cjs`), join(folder, "index.js"));
    writeJson(folder, "package.json", { name: "benchmark", main: "index.js" });
    writeJson(folder, `Pulumi.${STACK}.yaml`, { config: { "edge-ingress:plugin": String(plugin) } });
  }
  const plugins = { providers: [{ name: "edge-ingress", path: pluginDir }] };
  const nodejs = nodeArgs === undefined ? "nodejs" : { name: "nodejs", options: { nodeargs: nodeArgs } };
  const project = { name: "benchmark", runtime: program === undefined ? "yaml" : nodejs, ...(plugin && { plugins }) };
  writeJson(folder, "Pulumi.yaml", project);
  return project;
}

/**
 * A program in YAML, of which JSON is a part.
 * @param {string} folder
 * @param {object} project
 * @param {readonly import("../programs/mix.cjs").Wanted[]} wanted
 */
function writeProgram(folder, project, wanted) {
  const resources = wanted.map(({ name, type, args }) => [name, { type: `edge-ingress:${type}`, properties: args }]);
  writeJson(folder, "Pulumi.yaml", { ...project, resources: Object.fromEntries(resources) });
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {unknown} value
 */
const writeJson = (folder, name, value) => writeFileSync(join(folder, name), JSON.stringify(value));

/**
 * @param {import("../../tools/pulumi/pulumi-cli.mjs").PulumiCli} cli
 * @param {import("../sides.mjs").Context} context
 * @param {Setting & Pick<Program, "hostDir">} setting
 * @returns {NodeJS.ProcessEnv}
 */
function environment(cli, { folder, ...api }, { env, backendQuery = "", hostDir }) {
  const engine = engineEnvironment(cli, { home: join(folder, "home"), state: join(folder, "state"), ...api });
  const backend = `${engine.PULUMI_BACKEND_URL}${backendQuery}`;
  const path = [engine.PATH, hostDir].filter(Boolean).join(delimiter);
  return { ...engine, PATH: path, PULUMI_BACKEND_URL: backend, PULUMI_CONFIG_PASSPHRASE: "benchmark", ...env };
}

/**
 * @param {import("../../tools/pulumi/pulumi-cli.mjs").PulumiCli} cli
 * @param {string[]} args
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} env
 */
async function pulumi(cli, args, cwd, env) {
  const all = [...args, "--stack", STACK, "--non-interactive", "--color", "never"];
  const { code, output } = await run(cli.pulumi, args[0] === "stack" ? args : all, { cwd, env, capture: true });
  if (code !== 0)
    throw new Problem(`pulumi ${args.join(" ")} failed:\n${output.trim().split("\n").slice(-30).join("\n")}`);
}
