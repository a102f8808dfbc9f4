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

/** For resources of the plugin: the engine starts it where one is declared. */
const PLUGIN = { name: "edge-ingress", path: join(root, "plugin") };

/** Of the project, and of its stack. */
const NAME = "test";

const RUNNER = JSON.stringify(join(root, "sdk-tests/support/run-program.cjs"));

/** Carries out the program that the project's folder contains, in JavaScript and in TypeScript. */
const INDEX = {
  javascript: `module.exports = require(${RUNNER});\n`,
  typescript: `declare const require: (file: string) => object;
declare const module: { exports: object };
module.exports = require(${RUNNER});
`,
};

export type Language = "javascript" | "typescript";

/** Which CLI is on the PATH. */
let cli: Promise<automation.PulumiCommand> | undefined;

/** One line of an operation: what the engine did, or would do, to a resource. */
export interface Step {
  readonly op: automation.OpType;
  readonly name: string;
  /** Paths of the properties that differ, as the engine shows them. */
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
  /** It was replaced, and its deletion failed. */
  readonly isPendingDelete: boolean;
  /** Pulumi's option `retainOnDelete`, as the last program had it. */
  readonly retainOnDelete: boolean;
}

type RawResource = Pick<StoredResource, "urn" | "type"> &
  Partial<Pick<StoredResource, "id" | "inputs" | "outputs" | "retainOnDelete">> & {
    readonly delete?: boolean;
  };

/** A resource as the state has it. */
export interface StateEntry extends Record<string, unknown> {
  readonly urn: string;
}

/** A resource in the file of `pulumi import --file`; of one of the plugin, the id is enough. */
type ImportedResource = Pick<StoredResource, "type" | "name" | "id"> &
  Partial<Pick<StoredResource, "inputs" | "outputs">>;

/** What one run of the CLI did and printed. */
export interface Run {
  /** Resources of this package that were touched, `same` and reads left out. */
  readonly steps: readonly Step[];
  /** Everything that the user could see. */
  readonly text: string;
}

export type { Program } from "./program";

/** A stack of the real engine in a folder of its own, that manages an emulator's account. */
export class TestStack {
  /** Everything that any operation has printed. */
  printed = "";

  private constructor(
    private readonly workspace: PulumiWorkspace,
    private readonly stack: automation.Stack,
    private readonly readOutputs: () => Promise<automation.OutputMap>,
  ) {}

  /**
   * @param form Of the resources that the programs declare.
   * @param language Of the programs.
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
    // Each operation would start the CLI three times more, for outputs and a summary that no test looks at then.
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

  /** With a program, as `pulumi refresh --run-program`. */
  async refresh(program?: Program): Promise<Run> {
    await this.use(program);
    return this.observe((options) =>
      this.stack.refresh({ runProgram: program !== undefined, ...options }),
    );
  }

  /** With a program, as `pulumi destroy --run-program`. */
  async destroy(program?: Program, choices: DestroyChoices = {}): Promise<Run> {
    await this.use(program);
    return this.observe((options) =>
      this.stack.destroy({ runProgram: program !== undefined, ...choices, ...options }),
    );
  }

  /** Writes a program to the project's folder, where Pulumi runs it in a process of its own. */
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

  /** Rewrites the resources of the state, as `pulumi stack export` and `import` do. */
  async edit(change: (resources: readonly StateEntry[]) => readonly StateEntry[]): Promise<void> {
    const state = await this.state();
    state.checkpoint.latest.resources = change(state.checkpoint.latest.resources);
    await writeFile(this.workspace.stateFile(NAME, NAME), JSON.stringify(state));
  }

  /** Any other command of the CLI on this stack. */
  async pulumi(...args: string[]): Promise<string> {
    return this.run("pulumi", args);
  }

  /** A command of this package's, in the folder of the stack's project. */
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

  /** `pulumi import --file` with these resources. */
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

  /** Sets an environment variable for the runs that follow. */
  setEnvironment(name: string, value: string): void {
    this.stack.workspace.envVars[name] = value;
  }

  /** The ids of this package's resources by their names. */
  async ids(): Promise<ReadonlyMap<string, string>> {
    return new Map((await this.ours()).map(({ urn, id = "" }) => [nameOf(urn), id]));
  }

  /** Their URNs by their names. */
  async urns(): Promise<ReadonlyMap<string, string>> {
    return new Map((await this.ours()).map(({ urn }) => [nameOf(urn), urn]));
  }

  private async ours(): Promise<readonly RawResource[]> {
    return (await this.stored()).filter(({ type }) => isOurs(type));
  }

  /** The state, as `pulumi stack export` shows it. */
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

  /** The outputs of each resource as the state has them: secrets are not texts there. */
  async storedOutputs(): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>> {
    const resources = await this.stored();
    return Object.fromEntries(resources.map(({ urn, outputs = {} }) => [nameOf(urn), outputs]));
  }

  /** The resources of the state as it lies on disk, where secrets are encrypted. It takes no run of the CLI to read. */
  storedResources(): Promise<readonly object[]> {
    return this.stored();
  }

  private async stored(): Promise<readonly RawResource[]> {
    return (await this.state()).checkpoint.latest?.resources ?? [];
  }

  private async state() {
    return JSON.parse(await readFile(this.workspace.stateFile(NAME, NAME), "utf8"));
  }

  /** All that the CLI has written: the state and its backups, as they lie on disk. */
  written(): Promise<string> {
    return this.workspace.written();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.workspace[Symbol.asyncDispose]();
  }
}

/** What a test of `withStack` has. */
export interface StackFixtures {
  readonly emulator: Emulator;
  readonly stack: TestStack;
}

/** Tests with fixtures `emulator` and `stack`: a local server, and a stack that manages its account, both of the file. */
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

/** Whether a type is one of this package's resources; the plugin's provider has its name too, and is none. */
const isOurs = (type: string): boolean => /edge-ingress:/.test(type);

/** The run that failed, as text. */
export const failureText = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => Promise.reject(new Error("the operation did not fail")),
    (error: Error) => error.message,
  );

/** What the command line chooses of an operation. */
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

/** The same of a destroy. */
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
 * Only the outcome of a refresh says whether it found a difference; any other step is reported before it is taken. A preview with
 * a refresh before it shows that as a step of its own, which has paths where it found one.
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
