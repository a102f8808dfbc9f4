import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { parse } from "yaml";
import { textOf } from "./files";
import type { InstalledProject } from "./installed";

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly needs?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
}

interface Workflow {
  readonly concurrency?: { readonly group: string; readonly "cancel-in-progress": boolean };
  readonly env?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** The values of expressions such as `${{ inputs.stage }}`, by the name in the expression. */
type Values = Readonly<Record<string, string>>;

/** The end of a job: the step that failed, if a step failed, and the output of all steps. */
export interface Ended {
  readonly failed: string | undefined;
  readonly text: string;
  readonly summary: string;
}

/** A job that runs in a folder below the project. */
interface RunningJob {
  readonly below: string;
  readonly commit: string;
  readonly values: Values;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The workflows of an example, run as GitHub runs them: each job in a separate copy of the commit, and each step in a
 * shell. Only the artifacts of a run pass from job to job.
 */
export class Pipeline {
  private jobs = 0;

  /** @param folder The folder of the workflows in the repository. */
  constructor(
    private readonly project: InstalledProject,
    private readonly folder: string,
  ) {}

  workflow(file: string): Workflow {
    return parse(textOf(join(this.folder, file)));
  }

  /** Puts replacements of `npm` and `npx` into the PATH: the packages of the project are installed. */
  async prepare(): Promise<void> {
    const tools = join(this.project.folder, "tools");
    await mkdir(tools);
    const command = join(this.project.folder, "node_modules/pulumi-edge-ingress/dist/cli.cjs");
    const write = (name: string, script: string) =>
      writeFile(join(tools, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    await write("npm", "exit 0");
    // `npx --no` runs only what is installed.
    await write(
      "npx",
      `[ "$1 $2" = "--no edge-ingress" ] || exit 64; shift 2; exec "${process.execPath}" "${command}" "$@"`,
    );
    this.project.environment.PATH = tools + delimiter + process.env.PATH;
  }

  /**
   * Runs a job of a workflow.
   * @param commit The folder of the commit that the job checks out.
   */
  async run(file: string, name: string, commit: string, values: Values): Promise<Ended> {
    const { env, jobs } = this.workflow(file);
    const { steps = [], env: ofJob } = jobs[name] ?? {};
    if (steps.length === 0) throw new Error(`${file} has no job ${name} with steps`);
    const job = { below: `jobs/${++this.jobs}`, commit, values, env: { ...env, ...ofJob } };
    let text = "";
    for (const step of steps.filter((candidate) => isDone(candidate.if, values))) {
      if (step.uses !== undefined) await this.use(step, job);
      const ended = step.run === undefined ? undefined : await this.script(step.run, step, job);
      text += ended?.text ?? "";
      if (ended && ended.code !== 0) return this.ended(job, text, step.name ?? step.run);
    }
    return this.ended(job, text);
  }

  /** Runs the script of a step as GitHub does. */
  private script(script: string, step: Step, { below, values, env }: RunningJob) {
    const environment = {
      GITHUB_STEP_SUMMARY: this.summaryOf(below),
      ...accessOf(step),
      ...filled({ ...env, ...step.env }, values),
    };
    const shell = ["--noprofile", "--norc", "-eo", "pipefail", "-c", script];
    return this.project.begin("bash", shell, { below, environment }).ended;
  }

  private async ended({ below }: RunningJob, text: string, failed?: string): Promise<Ended> {
    const summary = await readFile(this.summaryOf(below), "utf8").catch(() => "");
    return { failed, text, summary };
  }

  private summaryOf(below: string): string {
    return join(this.project.folder, below, "summary.md");
  }

  /** Does the work of an action. The tools that the other actions install are there. */
  private async use(step: Step, { below, commit, values }: RunningJob): Promise<void> {
    const [action = ""] = step.uses?.split("@") ?? [];
    const { name = "", path = "." } = filled(step.with ?? {}, values);
    const job = join(this.project.folder, below);
    const artifact = this.artifact(name);
    const actions: Readonly<Record<string, () => Promise<void>>> = {
      "actions/checkout": () => cp(commit, job, { recursive: true }),
      "actions/upload-artifact": async () => {
        for (const file of path.trim().split("\n")) await cp(join(job, file), join(artifact, file));
      },
      "actions/download-artifact": () => cp(artifact, job, { recursive: true }),
      "actions/setup-node": async () => undefined,
      "pulumi/actions": async () => undefined,
    };
    const run = actions[action];
    if (!run) throw new Error(`a step uses an action that no test knows: ${action}`);
    await run();
  }

  /** The folder of an artifact. */
  artifact(name: string): string {
    return join(this.project.folder, "artifacts", name);
  }
}

/** A step that does not get the token of Pulumi has no access to the backend, whose variables stand for the token. */
const accessOf = ({ env = {} }: Step): NodeJS.ProcessEnv =>
  "PULUMI_ACCESS_TOKEN" in env
    ? {}
    : {
        PULUMI_BACKEND_URL: undefined,
        PULUMI_CONFIG_PASSPHRASE: undefined,
        VAULT_SERVER_URL: undefined,
      };

/** Replaces the expressions in the values of a map. Secrets are the environment of the tests. */
function filled(texts: Readonly<Record<string, string>>, values: Values): Record<string, string> {
  const entries = Object.entries(texts)
    .filter(([, text]) => !String(text).includes("secrets."))
    .map(([key, text]) => [key, fill(String(text), values)]);
  return Object.fromEntries(entries);
}

const fill = (text: string, values: Values): string =>
  text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => {
    const value = values[expression];
    if (value === undefined) throw new Error(`no test knows the expression ${expression}`);
    return value;
  });

/** True if a step has no condition, or a condition of the form `NAME != ''` that holds. */
function isDone(condition: string | undefined, values: Values): boolean {
  if (condition === undefined) return true;
  const [, name = ""] = /^([\w.]+) != ''$/.exec(condition) ?? [];
  if (!(name in values)) throw new Error(`no test knows the condition ${condition}`);
  return values[name] !== "";
}
