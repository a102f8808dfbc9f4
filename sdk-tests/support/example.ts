import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

const ROOT = join(__dirname, "../..");

/** Below the repository, so that `require` finds the package from there. */
const SCRATCH = join(ROOT, ".edge-ingress/tests");

const PLAIN = ["--non-interactive", "--color=never"];

/** A copy of an example, and a backend for its stacks. */
export class Example {
  /** Everything that the CLI has printed. */
  printed = "";

  private readonly deployed = new Set<string>();

  private constructor(
    private readonly folder: string,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** Where the copy is. */
  get program(): string {
    return join(this.folder, "program");
  }

  /** @param environment Where its API is, and with which key. */
  static async create(name: string, environment: Readonly<Record<string, string>>): Promise<Example> {
    await mkdir(SCRATCH, { recursive: true });
    const folder = await mkdtemp(join(SCRATCH, "example-"));
    await mkdir(join(folder, "state"));
    await cp(join(ROOT, "examples", name), join(folder, "program"), { recursive: true });
    return new Example(folder, {
      ...process.env,
      PULUMI_BACKEND_URL: pathToFileURL(join(folder, "state")).href,
      PULUMI_CONFIG_PASSPHRASE: "test",
      // Their types are checked with those of all examples.
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
      ...environment,
    });
  }

  /**
   * Deploys the stack `dev` with this config, made first where there is none.
   *
   * @param project Folder of the project, of an example that has several.
   */
  async up(config: Readonly<Record<string, string>> = {}, project = "."): Promise<string> {
    if (!this.deployed.has(project)) await this.pulumi(project, "stack", "init", "dev");
    this.deployed.add(project);
    const values = Object.entries(config).flatMap(([key, value]) => [
      /secret|apikey/i.test(key) ? "--secret" : "--plaintext",
      `${key}=${value}`,
    ]);
    if (values.length > 0) await this.pulumi(project, "config", "set-all", ...values);
    return this.pulumi(project, "up", "--yes", "--skip-preview");
  }

  preview(...args: string[]): Promise<string> {
    return this.pulumi(".", "preview", ...args);
  }

  /** What a preview prints that fails. */
  async failingPreview(): Promise<string> {
    const failure = await this.preview().then(
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

  /** For the commands that follow. */
  setEnvironment(values: Readonly<Record<string, string>>): void {
    Object.assign(this.environment, values);
  }

  /** A command that makes something for the program, in its folder. */
  async prepare(command: string, ...args: string[]): Promise<void> {
    await run(command, args, { cwd: this.program, env: this.environment });
  }

  private async pulumi(project: string, ...args: string[]): Promise<string> {
    const cwd = join(this.program, project);
    const { stdout, stderr } = await run("pulumi", [...args, ...PLAIN], { cwd, env: this.environment });
    this.printed += stdout + stderr;
    return stdout;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
