import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Emulator } from "../../src/emulator";

const ROOT = join(__dirname, "../..");
const COMMAND = join(ROOT, "dist/cli/main.js");

/** Below the repository, so that the package and Pulumi's SDK are found from there. */
const SCRATCH = join(ROOT, ".edge-ingress/tests");

/** How a command ended, and what it printed. */
export interface Outcome {
  readonly code: unknown;
  readonly text: string;
  /** What it printed on its standard output. */
  readonly printed: string;
}

/** A folder into which an account is imported, with a backend and a home of the CLI of its own. */
export class ImportProject {
  /** Everything that any command has printed. */
  printed = "";

  private constructor(
    private readonly root: string,
    readonly environment: Record<string, string>,
  ) {}

  /** Where the project is. */
  get folder(): string {
    return join(this.root, "infra");
  }

  /** @param scratch Where its folders are. Default: where packages are found. */
  static async create(emulator: Pick<Emulator, "url" | "apiKey">, scratch = SCRATCH): Promise<ImportProject> {
    await mkdir(scratch, { recursive: true });
    const root = await mkdtemp(join(scratch, "import-"));
    for (const name of ["infra", "state"]) await mkdir(join(root, name));
    return new ImportProject(root, {
      PULUMI_HOME: join(root, "home"),
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      PULUMI_BACKEND_URL: pathToFileURL(join(root, "state")).href,
      PULUMI_CONFIG_PASSPHRASE: "test",
      EDGE_INGRESS_BASE_URL: emulator.url,
      EDGE_INGRESS_API_KEY: emulator.apiKey,
    });
  }

  /** Manages another account from now on. */
  use({ url, apiKey }: Pick<Emulator, "url" | "apiKey">): void {
    Object.assign(this.environment, { EDGE_INGRESS_BASE_URL: url, EDGE_INGRESS_API_KEY: apiKey });
  }

  write(name: string, text: string): Promise<void> {
    return writeFile(join(this.folder, name), text);
  }

  read(name: string): Promise<string> {
    return readFile(join(this.folder, name), "utf8");
  }

  /** The names of the files in the project. */
  async files(): Promise<string[]> {
    return (await readdir(this.folder)).sort();
  }

  /** `edge-ingress import` in the folder. */
  import(...args: string[]): Promise<Outcome> {
    return this.run(process.execPath, COMMAND, "import", ".", ...args);
  }

  /** Runs the CLI, which has to succeed. */
  async pulumi(...args: string[]): Promise<string> {
    const { code, text } = await this.run("pulumi", ...args, "--non-interactive", "--color=never");
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")}: ${text}`);
    return text;
  }

  /** Any command in the folder. */
  run(command: string, ...args: string[]): Promise<Outcome> {
    const options = { cwd: this.folder, env: { ...process.env, ...this.environment }, maxBuffer: 2 ** 28 };
    return new Promise((done) => {
      const child = execFile(command, args, options, (error, stdout, stderr) => {
        const text = stdout + stderr;
        this.printed += text;
        done({ code: error?.code ?? 0, text, printed: stdout });
      });
      child.stdin?.end();
    });
  }

  /** All that was written: the project, the state and its backups. */
  async written(): Promise<string> {
    const entries = await readdir(this.root, { recursive: true, withFileTypes: true });
    const files = entries.filter(
      (entry) => entry.isFile() && !entry.parentPath.startsWith(join(this.root, "home", "plugins")),
    );
    return (await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), "utf8")))).join(
      "\n",
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}
