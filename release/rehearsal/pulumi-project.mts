import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { exe, pathWith } from "../../tools/base/project.mjs";
import { must } from "../../tools/base/run.mjs";
import type { Installation } from "./installation.mts";

const PLAIN = ["--non-interactive", "--color=never"];

/** A project of a user in an empty folder, with a home of the Pulumi CLI and a file backend of its own. */
export class PulumiProject {
  readonly folder: string;
  private readonly parent: string;
  private readonly environment: Record<string, string>;

  private constructor(parent: string, installation: Installation) {
    this.parent = parent;
    this.folder = join(parent, "project");
    this.environment = {
      ...installation.environment,
      PATH: pathWith(installation.cliFolder, installation.hostsFolder),
      PULUMI_HOME: join(parent, "home"),
      PULUMI_BACKEND_URL: pathToFileURL(join(parent, "state")).href,
      PULUMI_CONFIG_PASSPHRASE: "local-passphrase",
      PULUMI_SKIP_UPDATE_CHECK: "1",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "false",
    };
  }

  static async create(name: string, installation: Installation): Promise<PulumiProject> {
    const project = new PulumiProject(join(installation.folder, name), installation);
    await mkdir(project.folder, { recursive: true });
    await mkdir(join(project.parent, "state"));
    return project;
  }

  /** Copies an example of the clone, without the SDKs and packages that somebody has installed in it. */
  async copy(example: string): Promise<void> {
    const filter = (path: string) => !/[/\\](node_modules|sdks|venv)$/.test(path);
    await cp(example, this.folder, { recursive: true, filter });
  }

  write(file: string, text: string): Promise<void> {
    return writeFile(join(this.folder, file), text);
  }

  async edit(file: string, change: (text: string) => string): Promise<void> {
    await this.write(file, change(await readFile(join(this.folder, file), "utf8")));
  }

  /** Puts a folder first in the PATH of later commands. */
  usePath(folder: string): void {
    this.environment.PATH = [folder, this.environment.PATH].join(delimiter);
  }

  useEnvironment(values: Record<string, string>): void {
    Object.assign(this.environment, values);
  }

  run(command: string, ...args: string[]): Promise<string> {
    const env = { ...process.env, ...this.environment };
    return must(command, args, { cwd: this.folder, env });
  }

  pulumi(...args: string[]): Promise<string> {
    return this.run("pulumi", ...args, ...PLAIN);
  }

  /** Deploys the program in a new stack, and previews it: nothing is to change. */
  async deploy(): Promise<void> {
    await this.pulumi("stack", "init", "dev");
    await this.up();
  }

  async up(): Promise<void> {
    await this.pulumi("up", "--yes", "--skip-preview");
    await this.pulumi("preview", "--expect-no-changes");
  }

  async destroy(): Promise<void> {
    await this.pulumi("destroy", "--yes", "--skip-preview");
  }

  /** The version of the npm package in the project. */
  installedVersion(): string {
    return this.manifest().version;
  }

  /** The script of the package's command. */
  installedCommand(): string {
    return join(this.packageFolder, this.manifest().bin["edge-ingress"] ?? "");
  }

  private get packageFolder(): string {
    return join(this.folder, "node_modules", "pulumi-edge-ingress");
  }

  private manifest(): { version: string; bin: Record<string, string> } {
    return JSON.parse(readFileSync(join(this.packageFolder, "package.json"), "utf8"));
  }

  /** True if the CLI has installed the executable of this version. */
  hasPlugin(version: string): boolean {
    const name = `resource-edge-ingress-v${version}/pulumi-resource-edge-ingress${exe}`;
    return existsSync(join(this.parent, "home", "plugins", name));
  }
}
