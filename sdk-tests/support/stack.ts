import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as automation from "@pulumi/pulumi/automation";
import { version } from "../../package.json";
import type { Emulator, EmulatorOptions } from "../../src/emulator";
import { root } from "./files";
import { withEmulator } from "./fixtures";
import type { FormName } from "./forms";
import { type Program, recordProgram } from "./program";
import { SECRETS_SETTINGS, secretsService } from "./secrets-service";
import { COMMAND, ONE_CHECKPOINT, PulumiWorkspace } from "./workspace";

/** The plugin for its resources: the engine starts it if a program declares one. */
const PLUGIN = { name: "edge-ingress", path: join(root, "plugin") };

/** Name of the project, and of its stack. */
const NAME = "test";

const RUNNER = JSON.stringify(join(root, "sdk-tests/support/run-program.cjs"));

/** The files that run the program in the project's folder, in JavaScript and in TypeScript. */
const INDEX = {
  javascript: `module.exports = require(${RUNNER});\n`,
  typescript: `declare const require: (file: string) => object;
declare const module: { exports: object };
module.exports = require(${RUNNER});
`,
};

export type Language = "javascript" | "typescript";

/** The CLI on the PATH. */
let cli: Promise<automation.PulumiCommand> | undefined;

/** A line of an operation: the step that the engine took, or would take, for a resource. */
export interface Step {
  readonly op: automation.OpType;
  readonly name: string;
  /** Paths of the properties that differ, in the engine's form. */
  readonly paths: readonly string[];
}

/** A resource of a state. */
export interface StoredResource {
  readonly urn: string;
  readonly name: string;
  readonly type: string;
  readonly id: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  /** True if the resource was replaced, and its deletion failed. */
  readonly isPendingDelete: boolean;
  /** Pulumi's option `retainOnDelete` in the last program. */
  readonly retainOnDelete: boolean;
}

type RawResource = Pick<StoredResource, "urn" | "type"> &
  Partial<Pick<StoredResource, "id" | "inputs" | "outputs" | "retainOnDelete">> & {
    readonly delete?: boolean;
  };

/** A resource in the form of the state. */
export interface StateEntry extends Record<string, unknown> {
  readonly urn: string;
}

/** A resource in the file of `pulumi import --file`; a plugin resource needs only its id. */
type ImportedResource = Pick<StoredResource, "type" | "name" | "id"> &
  Partial<Pick<StoredResource, "inputs" | "outputs">>;

/** The steps and the output of a run of the CLI. */
export interface Run {
  /** Steps of this package's resources, without `same` and reads. */
  readonly steps: readonly Step[];
  /** All output that the user could see. */
  readonly text: string;
}

export type { Program } from "./program";

/** A stack of the real engine in a separate folder, that manages an emulator's account. */
export class TestStack {
  /** The output of all operations. */
  printed = "";

  private constructor(
    private readonly workspace: PulumiWorkspace,
    private readonly stack: automation.Stack,
    private readonly readOutputs: () => Promise<automation.OutputMap>,
  ) {}

  /**
   * @param form The form of the resources that the programs declare.
   * @param language The language of the programs.
   */
  static async create(
    emulator: Pick<Emulator, "url" | "apiKey">,
    environment: Record<string, string> = {},
    form: FormName = "dynamic",
    language: Language = "javascript",
  ): Promise<TestStack> {
    const workspace = await PulumiWorkspace.empty();
    const envVars = {
      ...(workspace.environment as Record<string, string>),
      ...(await secretsService()),
      ...ONE_CHECKPOINT,
      PULUMI_STACK: NAME,
      EDGE_INGRESS_BASE_URL: emulator.url,
      EDGE_INGRESS_API_KEY: emulator.apiKey,
      ...environment,
    };
    cli ??= automation.PulumiCommand.get({ skipVersionCheck: true });
    const projectSettings = { name: NAME, runtime: "nodejs", plugins: { providers: [PLUGIN] } };
    await writeFile(
      join(workspace.folder, `index.${language === "typescript" ? "ts" : "js"}`),
      INDEX[language],
    );
    await writeFile(join(workspace.folder, "package.json"), "{}");
    const config: automation.StackSettings["config"] =
      form === "plugin" ? { "edge-ingress:plugin": "true" } : {};
    const stackSettings = { [NAME]: { ...SECRETS_SETTINGS, config } };
    const options = {
      workDir: workspace.folder,
      envVars,
      pulumiCommand: await cli,
      projectSettings,
      stackSettings,
    };
    const local = await automation.LocalWorkspace.create(options);
    await workspace.addEmptyStack(NAME, NAME);
    // PULUMI_STACK selects it.
    local.selectStack = async () => undefined;
    const stack = await automation.Stack.select(NAME, local);
    const readOutputs = stack.outputs.bind(stack);
    // Each operation would start the CLI three times more, for outputs and a summary that no test reads.
    stack.outputs = async () => ({});
    stack.info = async () => undefined;
    return new TestStack(workspace, stack, readOutputs);
  }

  async up(program: Program, choices: Choices = {}): Promise<Run> {
    await this.use(program);
    return this.observe((options) => this.stack.up({ ...choices, ...options }));
  }

  async preview(program: Program, choices: Choices = {}): Promise<Run> {
    await this.use(program);
    return this.observe((options) => this.stack.preview({ diff: true, ...choices, ...options }));
  }

  /** Runs a refresh; with a program, like `pulumi refresh --run-program`. */
  async refresh(program?: Program): Promise<Run> {
    await this.use(program);
    return this.observe((options) =>
      this.stack.refresh({ runProgram: program !== undefined, ...options }),
    );
  }

  /** Runs a destroy; with a program, like `pulumi destroy --run-program`. */
  async destroy(program?: Program, choices: DestroyChoices = {}): Promise<Run> {
    await this.use(program);
    return this.observe((options) =>
      this.stack.destroy({ runProgram: program !== undefined, ...choices, ...options }),
    );
  }

  /** Writes a program to the project's folder, where Pulumi runs it in a separate process. */
  private async use(program: Program = () => undefined): Promise<void> {
    await writeFile(
      join(this.workspace.folder, "program.json"),
      JSON.stringify(await recordProgram(program)),
    );
  }

  /** Lets the engine find another version of the plugin, in another folder. */
  async addPlugin(plugin: { readonly path: string; readonly version: string }): Promise<void> {
    const { workspace } = this.stack;
    const settings = await workspace.projectSettings();
    // The SDK's types leave it out.
    const plugins = {
      providers: [
        { ...PLUGIN, version },
        { ...PLUGIN, ...plugin },
      ],
    };
    await workspace.saveProjectSettings(Object.assign(settings, { plugins }));
  }

  /** Rewrites the resources of the state, like `pulumi stack export` and `import`. */
  async edit(change: (resources: readonly StateEntry[]) => readonly StateEntry[]): Promise<void> {
    const state = await this.state();
    state.checkpoint.latest.resources = change(state.checkpoint.latest.resources);
    await writeFile(this.workspace.stateFile(NAME, NAME), JSON.stringify(state));
  }

  /** Runs any other command of the CLI on this stack. */
  async pulumi(...args: string[]): Promise<string> {
    return this.run("pulumi", args);
  }

  /** Runs a command of this package in the folder of the stack's project. */
  edgeIngress(...args: string[]): Promise<string> {
    return this.run(process.execPath, [COMMAND, ...args]);
  }

  private async run(file: string, args: string[]): Promise<string> {
    const { code, printed, text } = await this.workspace.begin(file, args, {
      environment: this.stack.workspace.envVars,
    }).ended;
    if (code !== 0) throw new Error(`Command failed: ${[file, ...args].join(" ")}\n${text}`);
    return printed;
  }

  /** Runs `pulumi import --file` with these resources. */
  async import(resources: readonly ImportedResource[]): Promise<string> {
    const before = this.printed.length;
    const onOutput = (text: string) => {
      this.printed += text;
    };
    await this.stack.import({
      resources: [...resources],
      generateCode: false,
      protect: false,
      onOutput,
    });
    return this.printed.slice(before);
  }

  private async observe(operation: (options: Options) => Promise<unknown>): Promise<Run> {
    const events: automation.EngineEvent[] = [];
    const before = this.printed.length;
    const collect = (text: string) => {
      this.printed += text;
    };
    await operation({
      onEvent: (event) => void events.push(event),
      onOutput: collect,
      onError: collect,
    });
    return { steps: stepsOf(events), text: this.printed.slice(before) };
  }

  outputs(): Promise<automation.OutputMap> {
    return this.readOutputs();
  }

  async setConfig(key: string, value: string, secret = false): Promise<void> {
    if (secret) return this.stack.setConfig(key, { value, secret });
    const { workspace } = this.stack;
    const { config, ...others } = await workspace.stackSettings(NAME);
    await workspace.saveStackSettings(NAME, { ...others, config: { ...config, [key]: value } });
  }

  /** Sets an environment variable for later runs. */
  setEnvironment(name: string, value: string): void {
    this.stack.workspace.envVars[name] = value;
  }

  /** The ids of this package's resources, by name. */
  async ids(): Promise<ReadonlyMap<string, string>> {
    return new Map((await this.ours()).map(({ urn, id = "" }) => [nameOf(urn), id]));
  }

  /** The URNs of this package's resources, by name. */
  async urns(): Promise<ReadonlyMap<string, string>> {
    return new Map((await this.ours()).map(({ urn }) => [nameOf(urn), urn]));
  }

  private async ours(): Promise<readonly RawResource[]> {
    return (await this.stored()).filter(({ type }) => isOurs(type));
  }

  /** The state in the form of `pulumi stack export`. */
  exported(): Promise<automation.Deployment> {
    return this.stack.exportStack();
  }

  /** This package's resources in the state, with the names of their classes; secrets are in plaintext. */
  async resources(): Promise<StoredResource[]> {
    const { deployment } = await this.exported();
    const resources = (deployment.resources ?? []) as RawResource[];
    return resources
      .filter(({ type }) => isOurs(type))
      .map(
        ({ urn, type, id = "", inputs = {}, outputs = {}, retainOnDelete = false, ...state }) => ({
          urn,
          name: nameOf(urn),
          type: type.slice(type.lastIndexOf(":") + 1),
          id,
          inputs,
          outputs,
          retainOnDelete,
          isPendingDelete: state.delete ?? false,
        }),
      );
  }

  /** The outputs of each resource in the form of the state, in which secrets are not texts. */
  async storedOutputs(): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>> {
    const resources = await this.stored();
    return Object.fromEntries(resources.map(({ urn, outputs = {} }) => [nameOf(urn), outputs]));
  }

  /** The resources of the state on disk, where secrets are encrypted. Reading them needs no run of the CLI. */
  storedResources(): Promise<readonly object[]> {
    return this.stored();
  }

  private async stored(): Promise<readonly RawResource[]> {
    return (await this.state()).checkpoint.latest?.resources ?? [];
  }

  private async state() {
    return JSON.parse(await readFile(this.workspace.stateFile(NAME, NAME), "utf8"));
  }

  /** All files that the CLI has written: the state and its backups. */
  written(): Promise<string> {
    return this.workspace.written();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.workspace[Symbol.asyncDispose]();
  }
}

/** The fixtures of a test of `withStack`. */
export interface StackFixtures {
  readonly emulator: Emulator;
  readonly stack: TestStack;
}

/**
 * Tests with fixtures `emulator` and `stack`: a local server, and a stack that manages its account, both shared by the
 * tests of the file.
 */
export const withStack = (
  options: EmulatorOptions = {},
  environment: Record<string, string> = {},
  form: FormName = "dynamic",
) =>
  withEmulator(options).extend("stack", { scope: "file" }, async ({ emulator }, { onCleanup }) => {
    const stack = await TestStack.create(emulator, environment, form);
    onCleanup(() => stack[Symbol.asyncDispose]());
    return stack;
  });

const nameOf = (urn: string): string => urn.slice(urn.lastIndexOf("::") + 2);

/**
 * True if a type is a resource of this package; the plugin's provider contains the same name, and is not a resource.
 */
const isOurs = (type: string): boolean => /edge-ingress:/.test(type);

/** The text of a run, which has to fail. */
export const failureText = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => Promise.reject(new Error("the operation did not fail")),
    (error: Error) => error.message,
  );

/** The options of an operation on the command line. */
export type Choices = Pick<
  automation.UpOptions,
  | "continueOnError"
  | "debug"
  | "diff"
  | "exclude"
  | "parallel"
  | "refresh"
  | "replace"
  | "runProgram"
  | "target"
  | "targetDependents"
>;

/** The options of a destroy on the command line. */
export type DestroyChoices = Pick<
  automation.DestroyOptions,
  "target" | "targetDependents" | "exclude" | "excludeProtected" | "continueOnError"
>;

type Options = {
  onEvent(event: automation.EngineEvent): void;
  onOutput(text: string): void;
  onError(text: string): void;
};

/**
 * Only the outcome of a refresh reports whether it found a difference; any other step is reported before it is taken. A
 * preview with a refresh before it shows the refresh as a separate step, which has paths if it found a difference.
 */
const stepsOf = (events: readonly automation.EngineEvent[]): Step[] => {
  const begun = events.flatMap(({ resourcePreEvent }) => resourcePreEvent?.metadata ?? []);
  const refreshed = new Set(begun.filter(({ op }) => op === "refresh").map(({ urn }) => urn));
  const ended = events.flatMap(({ resOutputsEvent }) => resOutputsEvent?.metadata ?? []);
  return [
    ...begun.filter(({ urn }) => !refreshed.has(urn)),
    ...ended.filter(({ urn }) => refreshed.has(urn)),
  ]
    .filter(({ op, type }) => op !== "same" && isOurs(type))
    .map(({ op, urn, detailedDiff }) => ({
      op,
      name: nameOf(urn),
      paths: Object.keys(detailedDiff ?? {}).sort(),
    }))
    .filter(({ op, paths }) => op !== "refresh" || paths.length > 0);
};
