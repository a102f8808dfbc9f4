import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./files";
import { preload } from "./preload";

/** The built command of the package. */
export const COMMAND = join(root, "dist/cli.cjs");

/** The folder is below the repository, so that programs find the package and Pulumi's SDK from there. */
const SCRATCH = join(root, ".edge-ingress/tests");

const PLAIN = ["--non-interactive", "--color=never"];

/**
 * The engine writes the state of a stack at the end of a run, not after each resource, which takes most of its time in
 * a large stack.
 */
export const ONE_CHECKPOINT = { PULUMI_SKIP_CHECKPOINTS: "true" };

/** The exit code and the output of a command. */
export interface Outcome {
  readonly code: number | null;
  readonly text: string;
  /** The standard output and the standard error. */
  readonly printed: string;
  readonly errors: string;
}

/** A running command. */
export interface Running {
  readonly ended: Promise<Outcome>;
  /** The output so far. */
  text(): string;
  /** Sends a signal to its process: SIGINT is the signal of Ctrl-C. */
  signal(name: NodeJS.Signals): void;
}

/** The folder in which a command runs, below the project's folder, and additional variables of its environment. */
interface Surroundings {
  readonly below?: string;
  readonly environment?: Readonly<NodeJS.ProcessEnv>;
}

/** The folder of a Pulumi project, a backend for its stacks, and the environment of the commands that run there. */
export class PulumiWorkspace implements AsyncDisposable {
  /** The output of all commands. */
  printed = "";
  /** Variables of commands in addition to the environment of the tests; a variable that is undefined is removed. */
  readonly environment: NodeJS.ProcessEnv;

  /**
   * @param root A folder of the workspace alone, with all files that the CLI writes.
   * @param folder The folder of the project.
   */
  protected constructor(
    protected readonly root: string,
    readonly folder: string,
    environment: Readonly<NodeJS.ProcessEnv> = {},
  ) {
    this.environment = {
      PULUMI_BACKEND_URL: this.backend,
      PULUMI_CONFIG_PASSPHRASE: "test",
      NODE_OPTIONS: preload(),
      NODE_COMPILE_CACHE: undefined,
      ...environment,
    };
  }

  /** A workspace with an empty folder. */
  static async empty(environment?: Readonly<NodeJS.ProcessEnv>): Promise<PulumiWorkspace> {
    const root = await PulumiWorkspace.makeRoot("workspace-");
    return new PulumiWorkspace(root, root, environment);
  }

  /** @param scratch The parent of the folder. Default: a folder in which packages are found. */
  protected static async makeRoot(name: string, scratch = SCRATCH): Promise<string> {
    await mkdir(scratch, { recursive: true });
    const root = await mkdtemp(join(scratch, name));
    await mkdir(join(root, "state"));
    // The CLI records the last commit of the nearest repository, whose message may contain words that a test searches
    // for.
    await mkdir(join(root, ".git"));
    return root;
  }

  /** The environment of a CLI that shares neither plugins nor settings with the CLI of the machine. */
  protected static ownHome(root: string): NodeJS.ProcessEnv {
    return { PULUMI_HOME: join(root, "home"), PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true" };
  }

  /** The file with the state of a stack. */
  stateFile(project: string, stack: string): string {
    return join(this.root, "state/.pulumi/stacks", project, `${stack}.json`);
  }

  /** Creates the files of `pulumi stack init` in addition to the stack's settings, without a run of the CLI. */
  async addEmptyStack(project: string, stack: string): Promise<void> {
    const file = this.stateFile(project, stack);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(join(this.root, "state/.pulumi/meta.yaml"), "version: 1\n");
    await writeFile(
      file,
      JSON.stringify({ version: 3, checkpoint: { stack: `organization/${project}/${stack}` } }),
    );
  }

  /** The URL of the backend. */
  get backend(): string {
    return pathToFileURL(join(this.root, "state")).href;
  }

  /** Starts a command in the folder, without a terminal. */
  begin(
    command: string,
    args: readonly string[],
    { below = ".", environment = {} }: Surroundings = {},
  ): Running {
    const env = { ...process.env, ...this.environment, ...environment };
    const child = spawn(command, args, {
      cwd: join(this.folder, below),
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const chunks = { text: "", printed: "", errors: "" };
    for (const [name, stream] of [
      ["printed", child.stdout] as const,
      ["errors", child.stderr] as const,
    ])
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        chunks[name] += chunk;
        chunks.text += chunk;
        this.printed += chunk;
      });
    const ended = once(child, "close").then(([code]) => ({ code, ...chunks }));
    return { ended, text: () => chunks.text, signal: (name) => child.kill(name) };
  }

  /** Starts Pulumi's CLI without questions. */
  beginPulumi(args: readonly string[], surroundings?: Surroundings): Running {
    return this.begin("pulumi", [...args, ...PLAIN], surroundings);
  }

  /** Runs the CLI, which has to succeed, and returns its standard output. */
  async succeed(args: readonly string[], surroundings?: Surroundings): Promise<string> {
    const { code, text, printed } = await this.beginPulumi(args, surroundings).ended;
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")}: ${text}`);
    return printed;
  }

  /** The text of all files below the root, except the program that a test has recorded. */
  async written(): Promise<string> {
    const entries = await readdir(this.root, { recursive: true, withFileTypes: true });
    const isOwn = (folder: string) => !folder.startsWith(join(this.root, "home", "plugins"));
    const files = entries.filter(
      (entry) => entry.isFile() && entry.name !== "program.json" && isOwn(entry.parentPath),
    );
    return (
      await Promise.all(
        files.map(({ parentPath, name }) => readFile(join(parentPath, name), "utf8")),
      )
    ).join("\n");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}
