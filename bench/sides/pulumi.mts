import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "../../tools/base/project.mjs";
import { must } from "../../tools/base/run.mjs";
import type { PulumiCli } from "../../tools/pulumi/obtain.mts";
import { engineEnvironment } from "../../tools/pulumi/workspace.mts";
import { metered, usages } from "../meters.mts";
import { type DeclaredObject, FIRST, mix } from "../programs/mix.cjs";
import type { Operation } from "../results.mts";
import type { Context } from "../sides.mts";

const programs = join(root, "bench", "programs");
const STACK = "benchmark";

const COMMANDS: Record<Operation, string[]> = {
  up: ["up", "--skip-preview", "--yes"],
  preview: ["preview"],
  unchanged: ["up", "--skip-preview", "--yes"],
  change: ["up", "--skip-preview", "--yes"],
  refresh: ["refresh", "--skip-preview", "--yes"],
  destroy: ["destroy", "--skip-preview", "--yes"],
};

interface Setting {
  env?: NodeJS.ProcessEnv;
  backendQuery?: string; // of the address of the state's folder
  args?: string[]; // of every operation
}

/** A program, and what runs it. */
interface Program {
  program?: string; // the name of its file; default: a program in YAML
  plugin?: boolean; // whether the native plugin serves it
  pluginDir?: string; // the folder of the plugin; default: that of the package
  hostDir?: string; // the folder of the host that runs programs in YAML
}

/** A program, and the settings with which the real CLI runs it. */
export type Form = Program & Setting;

/** The settings of a single run. */
interface Run {
  setting?: Setting; // over those of the form
  revision?: string; // of the objects that are changed
  changed?: number; // how many are; default all
}

export const pulumiSide = (cli: PulumiCli, form: Form) => async (context: Context) => {
  const { folder } = context;
  const project = writeProject(folder, form);
  await pulumi(cli, ["stack", "init"], folder, environment(cli, context, form));
  let current = FIRST;
  return {
    async run(
      operation: Operation,
      count: number,
      { setting = {}, revision, changed = count }: Run = {},
    ) {
      current = revision ?? (operation === "change" ? "second" : current);
      if (form.program === undefined) writeProgram(folder, project, mix(count, current, changed));
      const meters = join(folder, "meters");
      rmSync(meters, { recursive: true, force: true });
      const { args = [], ...settings } = { ...form, ...setting };
      const programVariables = {
        BENCH_COUNT: String(count),
        BENCH_REVISION: current,
        BENCH_CHANGED: String(changed),
      };
      const env = {
        ...environment(cli, context, settings),
        ...metered(meters),
        ...programVariables,
      };
      await pulumi(cli, [...COMMANDS[operation], ...args], folder, env);
      return usages(meters);
    },
    state: () =>
      readFileSync(
        join(folder, "state", ".pulumi", "stacks", "benchmark", `${STACK}.json`),
        "utf8",
      ),
  };
};

/** A project as a user has it: its program's folder is where the provider looks for its package. */
function writeProject(
  folder: string,
  { program, plugin = false, pluginDir = join(root, "plugin") }: Form,
) {
  mkdirSync(join(folder, "state"), { recursive: true });
  if (program !== undefined) {
    copyFileSync(join(programs, "mix.cjs"), join(folder, "mix.cjs"));
    copyFileSync(join(programs, `${program}.cjs`), join(folder, "index.js"));
    writeJson(folder, "package.json", { name: "benchmark", main: "index.js" });
    writeJson(folder, `Pulumi.${STACK}.yaml`, {
      config: { "edge-ingress:plugin": String(plugin) },
    });
  }
  const plugins = { providers: [{ name: "edge-ingress", path: pluginDir }] };
  const project = {
    name: "benchmark",
    runtime: program === undefined ? "yaml" : "nodejs",
    ...(plugin && { plugins }),
  };
  writeJson(folder, "Pulumi.yaml", project);
  return project;
}

/** A program in YAML, of which JSON is a part. */
function writeProgram(folder: string, project: object, objects: readonly DeclaredObject[]) {
  const resources = objects.map(({ name, type, args }) => [
    name,
    { type: `edge-ingress:${type}`, properties: args },
  ]);
  writeJson(folder, "Pulumi.yaml", { ...project, resources: Object.fromEntries(resources) });
}

const writeJson = (folder: string, name: string, value: unknown) =>
  writeFileSync(join(folder, name), JSON.stringify(value));

function environment(
  cli: PulumiCli,
  { folder, ...api }: Context,
  { env, backendQuery = "", hostDir }: Setting & Pick<Program, "hostDir">,
): NodeJS.ProcessEnv {
  const engine = engineEnvironment(cli, {
    home: join(folder, "home"),
    state: join(folder, "state"),
    ...api,
  });
  const backend = `${engine.PULUMI_BACKEND_URL}${backendQuery}`;
  const path = [engine.PATH, hostDir].filter(Boolean).join(delimiter);
  return {
    ...engine,
    PATH: path,
    PULUMI_BACKEND_URL: backend,
    PULUMI_CONFIG_PASSPHRASE: "benchmark",
    ...env,
  };
}

function pulumi(cli: PulumiCli, args: string[], cwd: string, env: NodeJS.ProcessEnv) {
  const all = [...args, "--stack", STACK, "--non-interactive", "--color", "never"];
  const lastLines = (text: string) => text.split("\n").slice(-30).join("\n");
  return must(
    cli.pulumi,
    all,
    { cwd, env },
    (text) => `pulumi ${args.join(" ")} failed:\n${lastLines(text)}`,
  );
}
