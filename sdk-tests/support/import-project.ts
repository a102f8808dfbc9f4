import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jsonObject, type Values } from "../../src/core/schema/values";
import type { Emulator } from "../../src/emulator";
import type { Release } from "./release";
import { SECRETS_PROVIDER, secretsService } from "./secrets-service";
import { COMMAND, type Outcome, PulumiWorkspace } from "./workspace";

/** Options of an import into the stack dev, which asks nothing. */
export const INTO_DEV = ["--stack", "dev", "--yes"];

/** What `edge-ingress import --json` prints. */
interface ImportJson {
  readonly objects: readonly {
    readonly type: string;
    readonly name: string;
    readonly id: string;
  }[];
  readonly skipped: readonly Values[];
  readonly notes: readonly string[];
  /** Of a split account, in place of the others. */
  readonly parts?: readonly (Pick<ImportJson, "objects" | "notes"> & { readonly part: string })[];
}

/** A folder into which an account is imported, with a home of the CLI of its own. */
export class ImportProject extends PulumiWorkspace {
  /** @param scratch Where its folders are. Default: where packages are found. */
  static async create(
    emulator: Pick<Emulator, "url" | "apiKey">,
    scratch?: string,
  ): Promise<ImportProject> {
    const root = await PulumiWorkspace.makeRoot("import-", scratch);
    await mkdir(join(root, "infra"));
    const environment = {
      ...PulumiWorkspace.ownHome(root),
      // `importAccount` checks the types of what an import writes: each run of a program would take three times as long.
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
      ...(await secretsService()),
      PULUMI_OPTION_SECRETS_PROVIDER: SECRETS_PROVIDER,
    };
    const project = new ImportProject(root, join(root, "infra"), environment);
    project.use(emulator);
    return project;
  }

  /** A project outside the clone, in which the package is installed. */
  static async createInstalled(emulator: Emulator, release: Release): Promise<ImportProject> {
    const project = await ImportProject.create(emulator, tmpdir());
    const dependencies = { "pulumi-edge-ingress": "*", "@pulumi/pulumi": "^3.216.0" };
    await project.write("package.json", JSON.stringify({ private: true, dependencies }));
    await release.install(project.folder);
    return project;
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

  /** The same with `--json`, and what it printed, if that is JSON. */
  async importAsJson(
    ...args: string[]
  ): Promise<Outcome & { readonly json: ImportJson | undefined }> {
    const outcome = await this.import("--json", ...args);
    return { ...outcome, json: jsonObject(outcome.printed) as ImportJson | undefined };
  }

  /** The same, which has to succeed; gives what it has printed. */
  async imported(...args: string[]): Promise<string> {
    const { code, text } = await this.import(...args);
    if (code !== 0) throw new Error(`the import ended with ${code}: ${text}`);
    return text;
  }

  /** Runs the CLI, which has to succeed. */
  async pulumi(...args: string[]): Promise<string> {
    const { code, text } = await this.run("pulumi", ...args, "--non-interactive", "--color=never");
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")}: ${text}`);
    return text;
  }

  /** Any command in the folder. The text has the standard error at its end. */
  async run(command: string, ...args: string[]): Promise<Outcome> {
    const outcome = await this.begin(command, args).ended;
    return { ...outcome, text: outcome.printed + outcome.errors };
  }
}
