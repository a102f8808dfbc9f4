import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

const PLAIN = ["--non-interactive", "--color=never"];

/** A copy of an example where nothing of the clone can be found, a backend for its stacks, and a home for the CLI. */
export class Example {
  /** Everything that the CLI has printed. */
  printed = "";

  private constructor(
    private readonly folder: string,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** Where the copy is. */
  get program(): string {
    return join(this.folder, "program");
  }

  /** Where its stacks are. */
  get backend(): string {
    return pathToFileURL(join(this.folder, "state")).href;
  }

  /**
   * @param source The folder of the example.
   * @param environment Where its API is, and with which key.
   */
  static async create(source: string, environment: Readonly<Record<string, string>> = {}): Promise<Example> {
    const folder = await mkdtemp(join(tmpdir(), "example-"));
    await mkdir(join(folder, "state"));
    await cp(source, join(folder, "program"), { recursive: true, filter: isSource });
    return new Example(folder, {
      ...process.env,
      PULUMI_HOME: join(folder, "home"),
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      PULUMI_BACKEND_URL: pathToFileURL(join(folder, "state")).href,
      PULUMI_CONFIG_PASSPHRASE: "test",
      ...environment,
    });
  }

  /** Deploys the stack that is selected. */
  up(): Promise<string> {
    return this.pulumi(".", "up", "--yes", "--skip-preview");
  }

  preview(...args: string[]): Promise<string> {
    return this.pulumi(".", "preview", ...args);
  }

  /** What a preview prints that fails. */
  async failingPreview(...args: string[]): Promise<string> {
    const failure = await this.preview(...args).then(
      () => Promise.reject(new Error("the preview did not fail")),
      (error: { stdout: string; stderr: string }) => error,
    );
    return failure.stdout + failure.stderr;
  }

  destroy(): Promise<string> {
    return this.pulumi(".", "destroy", "--yes", "--skip-preview");
  }

  /** Replaces what is there once, and has to be, in a file of the program. */
  async edit(file: string, from: string, to: string): Promise<void> {
    const path = join(this.program, file);
    const text = await readFile(path, "utf8");
    if (text.split(from).length !== 2) throw new Error(`${file} does not have ${from} once`);
    await writeFile(
      path,
      text.replace(from, () => to),
    );
  }

  /** For the commands that follow; without a variable whose value is undefined. */
  setEnvironment(values: Readonly<NodeJS.ProcessEnv>): void {
    Object.assign(this.environment, values);
  }

  /** A command that makes something for the program, in its folder. */
  async prepare(command: string, ...args: string[]): Promise<void> {
    await run(command, args, { cwd: this.program, env: this.environment });
  }

  /**
   * Runs the CLI.
   *
   * @param project Folder of the project, of an example that has several.
   */
  async pulumi(project: string, ...args: string[]): Promise<string> {
    const cwd = join(this.program, project);
    const ended = run("pulumi", [...args, ...PLAIN], { cwd, env: this.environment });
    const { stdout, stderr } = await ended.catch((error: Error & { readonly stdout: string }) => {
      // The CLI prints there what is wrong.
      error.message += `\n${error.stdout}`;
      throw error;
    });
    this.printed += stdout + stderr;
    return stdout;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Not what somebody has installed in the clone. */
const isSource = (path: string): boolean => !/[/\\](node_modules|sdks|venv)$/.test(path);
