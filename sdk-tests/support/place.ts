import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { Emulator } from "../../src/emulator";
import { FORMS } from "./forms";
import { InstalledProject, sdks } from "./installed";
import { SECRETS_SETTINGS } from "./secrets-service";
import type { Outcome } from "./workspace";

/** Resources of both forms in a stack, which DESCRIPTION changes. Each route has a separate module. */
export const DECLARATIONS = `
const description = process.env.DESCRIPTION;
for (const form of ${JSON.stringify(FORMS)}) {
  pulumi.runtime.setConfig("edge-ingress:plugin", String(form === "plugin"));
  const { domain } = new AgentIngress(form, { domain: form + ".example.com", description });
  new HttpsEdgeRoute(form + "-route", {
    edgeId: "edge_1", matchType: "path_prefix", match: "/" + form, description: domain,
    backend: { backendId: "bkd_1" }, compression: { enabled: true },
  });
}
`;

export const PROGRAM = `
const pulumi = require("@pulumi/pulumi");
const { AgentIngress, HttpsEdgeRoute } = require("pulumi-edge-ingress");
${DECLARATIONS}`;

export const PLUGINS = {
  providers: [{ name: "edge-ingress", path: "node_modules/pulumi-edge-ingress/plugin" }],
};

/** An ingress and a route in each form, and two modules of each route. */
const OBJECTS = 4 * FORMS.length;

const CHANGED = { DESCRIPTION: "changed" };

/** The path of the package's command after an installation with npm. */
const MAIN = "node_modules/pulumi-edge-ingress/dist/cli.cjs";

export interface PlaceOptions {
  /** The beginning of every command, such as `setpriv` with its arguments. */
  readonly wrap?: readonly string[];
  readonly environment?: Readonly<NodeJS.ProcessEnv>;
  /** Prefix of the name of the project's folder. */
  readonly name?: string;
}

/** A user's project in a separate folder, with resources of both forms. */
export class Place implements AsyncDisposable {
  private constructor(
    readonly project: InstalledProject,
    readonly emulator: Emulator,
    private readonly wrap: readonly string[],
  ) {}

  static async create(emulator: Emulator, options: PlaceOptions = {}): Promise<Place> {
    const project = await InstalledProject.create(PROGRAM, sdks.newest, PLUGINS, options.name);
    await project.addPlugin();
    return Place.of(project, emulator, options);
  }

  /** Creates a project with an empty stack. */
  static async of(
    project: InstalledProject,
    emulator: Emulator,
    options: PlaceOptions = {},
  ): Promise<Place> {
    const { wrap = [], environment = {} } = options;
    project.use(emulator);
    Object.assign(
      project.environment,
      { NODE_OPTIONS: undefined, PULUMI_STACK: "test" },
      environment,
    );
    await project.addEmptyStack("test", "test");
    await writeFile(join(project.folder, "Pulumi.test.yaml"), JSON.stringify(SECRETS_SETTINGS));
    return new Place(project, emulator, wrap);
  }

  /** Runs Pulumi's CLI, which has to succeed. */
  async pulumi(
    args: readonly string[],
    environment: Readonly<NodeJS.ProcessEnv> = {},
  ): Promise<string> {
    return this.succeed(["pulumi", ...args, "--non-interactive", "--color=never"], environment);
  }

  /** Runs the package's command, which has to succeed. */
  edgeIngress(
    args: readonly string[],
    environment: Readonly<NodeJS.ProcessEnv> = {},
  ): Promise<string> {
    return this.succeed([process.execPath, MAIN, ...args], environment);
  }

  /** Runs any command, which may fail. */
  run(words: readonly string[], environment: Readonly<NodeJS.ProcessEnv> = {}): Promise<Outcome> {
    const [command = "", ...args] = [...this.wrap, ...words];
    return this.project.begin(command, args, { environment }).ended;
  }

  private async succeed(
    words: readonly string[],
    environment: Readonly<NodeJS.ProcessEnv>,
  ): Promise<string> {
    const { code, text } = await this.run(words, environment);
    if (code !== 0) throw new Error(`${words.join(" ")} ended with ${code}:\n${text}`);
    return text;
  }

  /**
   * Runs a short life: up, an empty preview, up of a change, refresh, destroy; then the service has no objects. Returns
   * the output.
   */
  async live(): Promise<string> {
    await this.begin();
    await this.pulumi(["up", "--yes", "--skip-preview"], CHANGED);
    await this.pulumi(["refresh", "--yes", "--skip-preview", "--expect-no-changes"]);
    return this.end();
  }

  /** Runs the complete life: the short life, with a preview of the change, and the package's commands. */
  async liveFully(): Promise<string> {
    await this.begin();
    const preview = await this.pulumi(["preview", "--json"], CHANGED);
    await writeFile(join(this.project.folder, "preview.json"), preview);
    expect(await this.edgeIngress(["review", "preview.json"])).toContain("0 high");
    await this.pulumi(["up", "--yes", "--skip-preview"], CHANGED);
    await this.pulumi(["refresh", "--yes", "--skip-preview", "--expect-no-changes"]);
    await this.pulumi(["preview", "--expect-no-changes"], CHANGED);
    expect(await this.edgeIngress(["list", "--stack", "test"])).toContain("4 managed, 0 unmanaged");
    await this.edgeIngress(["map", "--stack", "test", "--out", "map.html"]);
    expect(await this.edgeIngress(["import", "imported", "--dry-run"])).toContain("AgentIngress");
    return this.end();
  }

  /** Runs the first `up`, and an empty preview. */
  async begin(): Promise<void> {
    await this.pulumi(["up", "--yes", "--skip-preview"]);
    expect(this.emulator.objects()).toHaveLength(OBJECTS);
    await this.pulumi(["preview", "--expect-no-changes"]);
  }

  async end(): Promise<string> {
    await this.pulumi(["destroy", "--yes", "--skip-preview"]);
    expect(this.emulator.objects()).toEqual([]);
    return this.project.printed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.project[Symbol.asyncDispose]();
  }
}
