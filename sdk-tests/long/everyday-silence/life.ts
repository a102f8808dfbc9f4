import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { InstalledProject, PLUGINS, sdks } from "../../support/installed";
import { makePack, violationsIn } from "../../support/made-policy-pack";
import { SECRETS_SETTINGS } from "../../support/secrets-service";
import type { Outcome } from "../../support/workspace";
import { examplesFolder, pageProgramsOf, type Tried } from "./programs";

/** The API key of the account that the stack of this name manages. */
const keyOf = (stack: string) => `key-of-${stack}`;

/** A stack, and a stack that is deployed later, from the same program. */
export const STACKS = ["first", "second"] as const;

export type Stack = (typeof STACKS)[number];

const APPLY = ["up", "--yes", "--skip-preview", "--suppress-outputs"];

/** A change of the text of a program that changes nothing of its ingress. */
export type Change = "reordered" | "renamed" | "moved";

/** A finding of the review, in the form of its JSON. */
export interface Finding {
  readonly rule: string;
  readonly severity: string;
  readonly resource: string;
  readonly message: string;
}

/** A program that is deployed by the CLI, and judged by the commands of the package. */
export class EverydayLife implements AsyncDisposable {
  private constructor(
    private readonly tried: Tried,
    private readonly project: InstalledProject,
    private readonly emulator: Emulator,
  ) {}

  static async create(tried: Tried): Promise<EverydayLife> {
    const accounts = STACKS.flatMap((stack) => [
      [keyOf(stack), stack],
      [`other-${keyOf(stack)}`, `other-${stack}`],
    ]);
    const emulator = await startEmulator({ apiKeys: Object.fromEntries(accounts) });
    const project = await InstalledProject.create("", sdks.newest, PLUGINS);
    // `npm run typecheck` checks the types of the examples.
    project.environment.PULUMI_NODEJS_TRANSPILE_ONLY = "true";
    const life = new EverydayLife(tried, project, emulator);
    await life.writeProgram();
    for (const stack of STACKS) await life.prepareStack(stack);
    return life;
  }

  private get program() {
    return this.tried.program;
  }

  /** The path of a file in a project. */
  private pathOf(file: string, below = this.program.below): string {
    return join(this.project.folder, below, file);
  }

  private async writeProgram(): Promise<void> {
    const { example, files, values, needs } = this.program;
    if (example !== undefined)
      await cp(join(examplesFolder, example), this.project.folder, { recursive: true });
    const pages = pageProgramsOf(this.program);
    for (const { file, code } of pages) await writeFile(this.pathOf(file), code);
    const sources = {
      files: [...files.map((file) => `./${file}`), ...pages.map(({ file }) => `./${file}`)],
      values,
    };
    await writeFile(this.pathOf("sources.json"), JSON.stringify(sources));
    await writeFile(
      this.pathOf("everyday.js"),
      `module.exports = require(${JSON.stringify(EVERYDAY)});\n`,
    );
    await writeFile(this.pathOf("package.json"), '{ "main": "everyday.js" }');
    if (example === undefined) return;
    for (const below of [this.program.below, ...(needs ? [needs.below] : [])])
      await this.addPlugin(below);
  }

  /** Lets the engine find the plugin that the test has built. */
  private async addPlugin(below: string): Promise<void> {
    const file = this.pathOf("Pulumi.yaml", below);
    await writeFile(file, `${await readFile(file, "utf8")}plugins: ${JSON.stringify(PLUGINS)}\n`);
  }

  /** Creates the stack, and deploys the program that it needs. */
  private async prepareStack(stack: Stack): Promise<void> {
    const { below, config, needs, settings } = this.program;
    if (needs) {
      await this.addStack(stack, needs.below, needs.config);
      await this.pulumi(stack, APPLY, [], needs.below);
    }
    await this.addStack(stack, below, config);
    if (settings !== "stack configuration") return;
    await this.pulumi(stack, ["config", "set", "edge-ingress:baseUrl", this.emulator.url]);
    await this.pulumi(stack, ["config", "set", "--secret", "edge-ingress:apiKey", keyOf(stack)]);
  }

  private async addStack(stack: Stack, below: string, config: object): Promise<void> {
    const [, project = ""] = /^name: ?"?([\w-]+)/m.exec(await this.projectSettings(below)) ?? [];
    const text = JSON.stringify(config)
      .replaceAll("$STACK", stack)
      .replaceAll("$URL", this.emulator.url);
    const named = Object.entries(JSON.parse(text)).map(([key, value]) => [
      `${project}:${key}`,
      value,
    ]);
    const form = this.tried.form === "plugin" ? { "edge-ingress:plugin": "true" } : {};
    const stackSettings = {
      ...SECRETS_SETTINGS,
      config: { ...Object.fromEntries(named), ...form },
    };
    await writeFile(this.pathOf(`Pulumi.${stack}.yaml`, below), JSON.stringify(stackSettings));
    await this.project.addEmptyStack(project, stack);
  }

  /** Returns the settings of the project as YAML with a line for each member. */
  private async projectSettings(below: string): Promise<string> {
    const text = await readFile(this.pathOf("Pulumi.yaml", below), "utf8");
    return text.startsWith("{") ? text.replaceAll(/[{}"]/g, "").replace(",", "\n") : text;
  }

  /** Runs the CLI on a stack, with the program as changed; the CLI has to succeed. */
  private async pulumi(
    stack: Stack,
    args: readonly string[],
    changes: readonly Change[] = [],
    below = this.program.below,
  ): Promise<string> {
    const { code, text, printed } = await this.begin(stack, args, changes, below);
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")}: ${text}`);
    return printed;
  }

  private begin(
    stack: Stack,
    args: readonly string[],
    changes: readonly Change[],
    below = this.program.below,
  ) {
    const isGlobal = this.program.settings === "environment" || below !== this.program.below;
    const address =
      this.program.settings === "stack configuration" && !isGlobal
        ? {}
        : this.address(stack, isGlobal);
    const environment = { ...address, PULUMI_STACK: stack, EVERYDAY_CHANGES: changes.join(",") };
    return this.project.beginPulumi(args, { below, environment }).ended;
  }

  private address(stack: Stack, hasKey: boolean): Record<string, string> {
    return {
      EDGE_INGRESS_BASE_URL: this.emulator.url,
      ...(hasKey && { EDGE_INGRESS_API_KEY: keyOf(stack) }),
    };
  }

  up(stack: Stack, changes: readonly Change[] = []): Promise<string> {
    return this.pulumi(stack, APPLY, changes);
  }

  /** Writes a preview to a file, and returns the name of the file. */
  async preview(stack: Stack, changes: readonly Change[] = []): Promise<string> {
    return this.save(await this.pulumi(stack, ["preview", "--json", "--show-sames"], changes));
  }

  /** Writes the preview of a refresh to a file. */
  async refresh(stack: Stack): Promise<string> {
    return this.save(await this.pulumi(stack, ["refresh", "--preview-only", "--json"]));
  }

  /** Writes the state to a file. */
  async export(stack: Stack): Promise<string> {
    return this.save(await this.pulumi(stack, ["stack", "export", "--show-secrets"]));
  }

  private saved = 0;

  private async save(text: string): Promise<string> {
    const name = `saved-${this.saved++}.json`;
    await writeFile(join(this.project.folder, name), text);
    return name;
  }

  /** Returns the URNs of the resources in an export, in the order in which the engine has registered them. */
  async order(exported: string): Promise<string[]> {
    const { deployment } = JSON.parse(await readFile(join(this.project.folder, exported), "utf8"));
    return deployment.resources
      .filter(({ type }: { type: string }) => /edge-ingress:/.test(type))
      .map(({ urn }: { urn: string }) => urn);
  }

  /** Returns the findings of the review. */
  async review(files: readonly string[], ...flags: readonly string[]): Promise<Finding[]> {
    const { printed } = await this.edgeIngress(["review", ...files, "--format", "json", ...flags]);
    return JSON.parse(printed).findings;
  }

  /** Returns the outcome of a comparison of two exports. */
  diff(before: string, after: string): Promise<Outcome> {
    return this.edgeIngress(["diff", before, after], [0, 1]);
  }

  /** Returns the expectations of the program that do not hold in a file. */
  async unmet(file: string): Promise<unknown[]> {
    const { expectations } = this.program;
    if (expectations.length === 0) return [];
    await writeFile(
      join(this.project.folder, "expectations.json"),
      JSON.stringify({ expectations }),
    );
    const { printed } = await this.edgeIngress(
      ["test", "expectations.json", file, "--format", "json"],
      [0, 1],
    );
    return JSON.parse(printed).results.filter(
      ({ outcome }: { outcome: string }) => outcome !== "holds",
    );
  }

  /** Returns the policies, all of them mandatory, that the program violates. */
  async violated(stack: Stack, changes: readonly Change[] = []): Promise<string[]> {
    const folder = this.project.folder;
    this.pack ??= await makePack(
      folder,
      { all: "mandatory" },
      join(folder, "node_modules/pulumi-edge-ingress"),
    );
    const { code, text } = await this.begin(
      stack,
      ["preview", "--policy-pack", this.pack],
      changes,
    );
    const names = [...violationsIn(text)].map((violation) => violation.split(" ")[0] ?? "");
    if ((code === 0) !== (names.length === 0))
      throw new Error(`pulumi preview ended with ${code}: ${text}`);
    return [...new Set(names)].sort();
  }

  private pack: string | undefined;

  private async edgeIngress(
    args: readonly string[],
    codes: readonly number[] = [0],
  ): Promise<Outcome> {
    const ended = await this.project.edgeIngress(args);
    if (!codes.includes(Number(ended.code)))
      throw new Error(`edge-ingress ${args.join(" ")}: ${ended.text}`);
    return ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.project[Symbol.asyncDispose]();
    await this.emulator.close();
  }
}

const EVERYDAY = join(__dirname, "everyday.cjs");
