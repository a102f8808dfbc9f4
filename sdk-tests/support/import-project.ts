import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jsonObject, type Values } from "../../src/core/schema/values";
import type { Emulator } from "../../src/emulator";
import type { Release } from "./release";
import { SECRETS_PROVIDER, secretsService } from "./secrets-service";
import { COMMAND, type Outcome, PulumiWorkspace } from "./workspace";

/** Options of an import into the stack dev without questions. */
export const INTO_DEV = ["--stack", "dev", "--yes"];

/** The output of `edge-ingress import --json`. */
interface ImportJson {
  readonly objects: readonly {
    readonly type: string;
    readonly name: string;
    readonly id: string;
  }[];
  readonly skipped: readonly Values[];
  readonly notes: readonly string[];
  /** The parts of a split account, in place of the other members. */
  readonly parts?: readonly (Pick<ImportJson, "objects" | "notes"> & { readonly part: string })[];
}

/** A folder into which an account is imported, with a separate home of the CLI. */
export class ImportProject extends PulumiWorkspace {
  /** @param scratch The parent of its folders. Default: a folder in which packages are found. */
  static async create(
    emulator: Pick<Emulator, "url" | "apiKey">,
    scratch?: string,
  ): Promise<ImportProject> {
    const root = await PulumiWorkspace.makeRoot("import-", scratch);
    await mkdir(join(root, "infra"));
    const environment = {
      ...PulumiWorkspace.ownHome(root),
      // `importAccount` checks the types of an import's files: checking them in each run of a program would take three
      // times as long.
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
      ...(await secretsService()),
      PULUMI_OPTION_SECRETS_PROVIDER: SECRETS_PROVIDER,
    };
    const project = new ImportProject(root, join(root, "infra"), environment);
    project.use(emulator);
    return project;
  }

  /** A project outside the clone, in which the package is installed, and other packages. */
  static async createInstalled(
    emulator: Emulator,
    release: Release,
    others: readonly string[] = [],
  ): Promise<ImportProject> {
    const project = await ImportProject.create(emulator, tmpdir());
    const dependencies = {
      "pulumi-edge-ingress": "*",
      "@pulumi/pulumi": "^3.216.0",
      ...Object.fromEntries(others.map((name) => [name, "*"])),
    };
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

  /** Runs `edge-ingress import` in the folder. */
  import(...args: string[]): Promise<Outcome> {
    return this.run(process.execPath, COMMAND, "import", ".", ...args);
  }

  /** Runs `edge-ingress import --json` in the folder, and returns its parsed output, if that is JSON. */
  async importAsJson(
    ...args: string[]
  ): Promise<Outcome & { readonly json: ImportJson | undefined }> {
    const outcome = await this.import("--json", ...args);
    return { ...outcome, json: jsonObject(outcome.printed) as ImportJson | undefined };
  }

  /** Runs `edge-ingress import`, which has to succeed, and returns its output. */
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

  /** Runs any command in the folder. The text has the standard error at its end. */
  async run(command: string, ...args: string[]): Promise<Outcome> {
    const outcome = await this.begin(command, args).ended;
    return { ...outcome, text: outcome.printed + outcome.errors };
  }
}
