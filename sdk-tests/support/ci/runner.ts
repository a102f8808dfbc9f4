import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { textOf as fileText } from "../files";
import { type Contexts, filled, holds, type Value } from "./expressions";

/**
 * A runner of GitHub Actions, for the workflows and the composite Action of this repository. Each shell step runs under bash, in a
 * process of its own, with the variables that the runner of GitHub gives it.
 */

interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string | number | boolean>>;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly "working-directory"?: string;
}

export interface Job {
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly concurrency?: { readonly group: string; readonly "cancel-in-progress"?: boolean };
  readonly environment?: string;
  readonly defaults?: { readonly run?: { readonly "working-directory"?: string } };
  readonly strategy?: { readonly matrix?: Readonly<Record<string, readonly string[]>> };
  readonly needs?: string;
  readonly steps: readonly Step[];
}

export interface Workflow {
  readonly on: Value;
  readonly env?: Readonly<Record<string, string>>;
  readonly concurrency?: unknown;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

export const readWorkflow = (path: string): Workflow => parse(fileText(path)) as Workflow;

const action = parse(fileText("action.yml")) as Action;

/** The reference by which examples use the Action of this repository. */
const ACTION = /^OWNER\/pulumi-edge-ingress@/;

/** An event, and what a workflow sees of the repository. */
export interface Run {
  /** The folder of the checkout. */
  readonly workspace: string;
  /** The parent of the temporary folders of jobs. */
  readonly temp: string;
  readonly contexts: Contexts;
  /** The payload of the event. */
  readonly event: object;
  /** Variables of all steps that the runner of GitHub sets. */
  readonly environment: Readonly<Record<string, string>>;
  /** Carries out a step that uses an action of another repository. Default: nothing. */
  readonly use?: (name: string, inputs: Readonly<Record<string, string>>) => Promise<void>;
}

/** A shell step that was run, with its variables. */
export interface RunStep {
  readonly name: string;
  readonly code: number | null;
  readonly output: string;
  readonly environment: Readonly<Record<string, string>>;
}

export interface JobResult {
  /** Undefined if the condition of the job does not hold. */
  readonly code: number | undefined;
  readonly steps: readonly RunStep[];
  readonly summary: string;
  /** The outputs of the last use of the Action. */
  readonly outputs: Readonly<Record<string, string>>;
}

type Environment = Readonly<Record<string, string>>;

interface StepResult {
  readonly code: number | null;
  readonly outputs: Readonly<Record<string, string>>;
}

/** Runs a job of a workflow. */
export async function runJob(workflow: Workflow, name: string, run: Run): Promise<JobResult> {
  const job = workflow.jobs[name];
  if (!job) throw new Error(`the workflow has no job ${name}`);
  const runner = await JobRunner.create(run);
  if (!holds(job.if, run.contexts, { hasFailed: false })) return runner.result(undefined);
  const environment = {
    ...filledAll(workflow.env, run.contexts),
    ...filledAll(job.env, run.contexts),
  };
  const folder = job.defaults?.run?.["working-directory"] ?? ".";
  const { hasFailed } = await runner.steps(job.steps, run.contexts, environment, folder);
  return runner.result(hasFailed ? 1 : 0);
}

/** Runs the Action alone. */
export async function runAction(
  inputs: Readonly<Record<string, string>>,
  run: Run,
  environment: Environment = {},
): Promise<JobResult> {
  const runner = await JobRunner.create(run);
  const code = await runner.action(inputs, run.contexts, environment);
  return runner.result(code);
}

const filledAll = (
  values: Readonly<Record<string, string | number | boolean>> = {},
  contexts: Contexts,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, filled(String(value), contexts)]),
  );

class JobRunner {
  private readonly ran: RunStep[] = [];
  private outputs: Readonly<Record<string, string>> = {};
  private count = 0;

  private constructor(
    private readonly run: Run,
    private readonly temp: string,
  ) {}

  static async create(run: Run): Promise<JobRunner> {
    const temp = await mkdtemp(join(run.temp, "runner-"));
    await mkdir(join(temp, "temp"));
    await writeFile(join(temp, "event.json"), JSON.stringify(run.event));
    await writeFile(join(temp, "summary.md"), "");
    return new JobRunner(run, temp);
  }

  async result(code: number | undefined): Promise<JobResult> {
    const summary = await readFile(join(this.temp, "summary.md"), "utf8");
    return { code, steps: this.ran, summary, outputs: this.outputs };
  }

  /** Runs steps, and returns their outputs. */
  async steps(
    all: readonly Step[],
    contexts: Contexts,
    environment: Environment,
    folder: string,
  ): Promise<{ readonly hasFailed: boolean; readonly outputs: Contexts }> {
    let hasFailed = false;
    const outputs: Record<string, Value> = {};
    for (const step of all) {
      const known = { ...contexts, steps: outputs };
      if (!holds(step.if, known, { hasFailed })) continue;
      const result = await this.step(step, known, environment, folder);
      if (step.id !== undefined) outputs[step.id] = { outputs: result.outputs };
      hasFailed ||= result.code !== 0;
    }
    return { hasFailed, outputs };
  }

  private async step(
    step: Step,
    contexts: Contexts,
    environment: Environment,
    folder: string,
  ): Promise<StepResult> {
    const own = { ...environment, ...filledAll(step.env, contexts) };
    if (step.run !== undefined) return this.shell(step, contexts, own, folder);
    const { uses = "" } = step;
    const inputs = filledAll(step.with, contexts);
    if (ACTION.test(uses)) {
      const code = await this.action(inputs, contexts, own);
      return { code, outputs: this.outputs };
    }
    await this.run.use?.(uses.replace(/@.*/, ""), inputs);
    return { code: 0, outputs: {} };
  }

  async action(
    inputs: Readonly<Record<string, string>>,
    contexts: Contexts,
    environment: Environment,
  ): Promise<number> {
    const unknown = Object.keys(inputs).filter((name) => !(name in action.inputs));
    if (unknown.length > 0) throw new Error(`the Action has no input ${unknown.join(", ")}`);
    const defaults = Object.entries(action.inputs).map(
      ([name, { default: value = "" }]) => [name, filled(value, contexts)] as const,
    );
    // A composite action sees neither the secrets nor the matrix of the job.
    const { secrets: _, matrix: __, ...visible } = contexts;
    const known: Contexts = { ...visible, inputs: { ...Object.fromEntries(defaults), ...inputs } };
    const { hasFailed, outputs } = await this.steps(action.runs.steps, known, environment, ".");
    const all = Object.entries(action.outputs).map(([name, { value }]) => [name, value] as const);
    this.outputs = filledAll(Object.fromEntries(all), { ...known, steps: outputs });
    return hasFailed ? 1 : 0;
  }

  private async shell(
    step: Step,
    contexts: Contexts,
    environment: Environment,
    folder: string,
  ): Promise<StepResult> {
    const outputFile = join(this.temp, `output-${this.count++}`);
    await writeFile(outputFile, "");
    const variables = {
      ...this.run.environment,
      GITHUB_ACTIONS: "true",
      GITHUB_EVENT_PATH: join(this.temp, "event.json"),
      GITHUB_STEP_SUMMARY: join(this.temp, "summary.md"),
      GITHUB_OUTPUT: outputFile,
      RUNNER_TEMP: join(this.temp, "temp"),
      ...environment,
    };
    const options = step.shell === "bash" ? "-eo pipefail" : "-e";
    const script = filled(step.run ?? "", contexts);
    const cwd = join(this.run.workspace, filled(step["working-directory"] ?? folder, contexts));
    const ended = await bash(options.split(" "), script, cwd, variables);
    this.ran.push({ name: step.name ?? script, ...ended, environment: variables });
    return { code: ended.code, outputs: parseOutputs(await readFile(outputFile, "utf8")) };
  }
}

const parseOutputs = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );

/** Runs a script under bash, with these variables alone. */
export async function bash(
  options: readonly string[],
  script: string,
  cwd: string,
  environment: Readonly<NodeJS.ProcessEnv>,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn("bash", ["--noprofile", "--norc", ...options, "-c", script], {
    cwd,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  const [code] = await once(child, "close");
  return { code, output };
}
