import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as automation from "@pulumi/pulumi/automation";
import type { Emulator } from "../../src/emulator";

/** Below the repository, so that `require` finds the package from there. */
const SCRATCH = join(__dirname, "../../.edge-ingress/tests");

/** One line of an operation: what the engine did, or would do, to a resource. */
export interface Step {
  readonly op: automation.OpType;
  readonly name: string;
  /** Paths of the properties that differ, as the engine shows them. */
  readonly paths: readonly string[];
}

/** A resource of a state. */
export interface StoredResource {
  readonly name: string;
  readonly type: string;
  readonly id: string;
  /** It was replaced, and its deletion failed. */
  readonly isPendingDelete: boolean;
}

/** A resource in the file of `pulumi import --file`. */
export interface ImportedResource {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** What one run of the CLI did and printed. */
export interface Run {
  /** Resources of this package that were touched, `same` and reads left out. */
  readonly steps: readonly Step[];
  /** Everything that the user could see. */
  readonly text: string;
}

/** A program, as a function that declares resources and returns the stack's outputs. */
export type Program = () => Promise<Record<string, unknown> | undefined>;

/** A stack of the real engine in a folder of its own, that manages an emulator's account. */
export class TestStack {
  /** Everything that any operation has printed. */
  printed = "";

  private constructor(
    private readonly folder: string,
    private readonly stack: automation.Stack,
  ) {}

  static async create(
    emulator: Pick<Emulator, "url" | "apiKey">,
    environment: Record<string, string> = {},
  ): Promise<TestStack> {
    await mkdir(SCRATCH, { recursive: true });
    const folder = await mkdtemp(join(SCRATCH, "stack-"));
    await mkdir(join(folder, "state"));
    const envVars = {
      PULUMI_BACKEND_URL: pathToFileURL(join(folder, "state")).href,
      PULUMI_CONFIG_PASSPHRASE: "test",
      EDGE_INGRESS_BASE_URL: emulator.url,
      EDGE_INGRESS_API_KEY: emulator.apiKey,
      ...environment,
    };
    const inline = { stackName: "test", projectName: "test", program: async () => undefined };
    const stack = await automation.LocalWorkspace.createOrSelectStack(inline, { workDir: folder, envVars });
    return new TestStack(folder, stack);
  }

  up(program: Program): Promise<Run> {
    return this.observe((options) => this.stack.up({ program, ...options }));
  }

  preview(program: Program): Promise<Run> {
    return this.observe((options) => this.stack.preview({ program, diff: true, ...options }));
  }

  refresh(): Promise<Run> {
    return this.observe((options) => this.stack.refresh(options));
  }

  destroy(): Promise<Run> {
    return this.observe((options) => this.stack.destroy(options));
  }

  /** `pulumi import --file` with these resources. */
  async import(resources: readonly ImportedResource[]): Promise<string> {
    const before = this.printed.length;
    const onOutput = (text: string) => {
      this.printed += text;
    };
    await this.stack.import({ resources: [...resources], generateCode: false, protect: false, onOutput });
    return this.printed.slice(before);
  }

  private async observe(operation: (options: Options) => Promise<unknown>): Promise<Run> {
    const events: automation.EngineEvent[] = [];
    const before = this.printed.length;
    const collect = (text: string) => {
      this.printed += text;
    };
    await operation({ onEvent: (event) => void events.push(event), onOutput: collect, onError: collect });
    return { steps: stepsOf(events), text: this.printed.slice(before) };
  }

  outputs(): Promise<automation.OutputMap> {
    return this.stack.outputs();
  }

  setConfig(key: string, value: string, secret = false): Promise<void> {
    return this.stack.setConfig(key, { value, secret });
  }

  /** The ids of this package's resources by their names. */
  async ids(): Promise<ReadonlyMap<string, string>> {
    return new Map((await this.resources()).map(({ name, id }) => [name, id]));
  }

  /** This package's resources in the state, with the names of their classes. */
  async resources(): Promise<StoredResource[]> {
    const { deployment } = await this.stack.exportStack();
    const resources = (deployment.resources ?? []) as { urn: string; type: string; id?: string; delete?: boolean }[];
    return resources
      .filter(({ type }) => type.includes("edge-ingress"))
      .map(({ urn, type, id = "", delete: isPendingDelete = false }) => ({
        name: urn.slice(urn.lastIndexOf("::") + 2),
        type: type.slice(type.lastIndexOf(":") + 1),
        id,
        isPendingDelete,
      }));
  }

  /** The outputs of each resource as the state has them: what is secret is no text there. */
  async storedOutputs(): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>> {
    const { deployment } = await this.stack.exportStack();
    const resources = deployment.resources as { urn: string; outputs?: Record<string, unknown> }[];
    return Object.fromEntries(
      resources.map(({ urn, outputs = {} }) => [urn.slice(urn.lastIndexOf("::") + 2), outputs]),
    );
  }

  /** All that the CLI has written: the state and its backups, as they lie on disk. */
  async written(): Promise<string> {
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    return (await Promise.all(files.map((file) => readFile(file, "utf8")))).join("\n");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** The run that failed, as text. */
export const failureOf = (run: Promise<Run>): Promise<string> =>
  run.then(
    () => Promise.reject(new Error("the operation did not fail")),
    (error: Error) => error.message,
  );

type Options = {
  onEvent(event: automation.EngineEvent): void;
  onOutput(text: string): void;
  onError(text: string): void;
};

/** Only the outcome of a refresh says whether it found a difference; any other step is told before it is taken. */
const stepsOf = (events: readonly automation.EngineEvent[]): Step[] => {
  const begun = events.flatMap(({ resourcePreEvent }) => resourcePreEvent?.metadata ?? []);
  const refreshed = new Set(begun.filter(({ op }) => op === "refresh").map(({ urn }) => urn));
  const ended = events.flatMap(({ resOutputsEvent }) => resOutputsEvent?.metadata ?? []);
  return [...begun.filter(({ urn }) => !refreshed.has(urn)), ...ended.filter(({ urn }) => refreshed.has(urn))]
    .filter(({ op, type }) => op !== "same" && type.includes("edge-ingress"))
    .map(({ op, urn, detailedDiff }) => ({
      op,
      name: urn.slice(urn.lastIndexOf("::") + 2),
      paths: Object.keys(detailedDiff ?? {}).sort(),
    }));
};
