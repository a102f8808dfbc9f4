import { execFile } from "node:child_process";
import { cp, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import newest from "@pulumi/pulumi/package.json";
import own from "../../package.json";
import type { Emulator, EmulatorOptions } from "../../src/emulator";
import { root } from "./files";
import { withEmulator } from "./fixtures";
import type { FormName } from "./forms";
import { SECRETS_PROVIDER, secretsService } from "./secrets-service";
import { ONE_CHECKPOINT, type Outcome, PulumiWorkspace, type Running } from "./workspace";

/** In Pulumi.yaml, where the plugin is. */
export const PLUGINS = { providers: [{ name: "edge-ingress", path: join(root, "plugin") }] };

/** Installed `@pulumi/pulumi`s: the ends of the range that package.json names. */
export const sdks = {
  oldest: join(root, "sdk-tests/oldest-sdk/node_modules/@pulumi/pulumi"),
  newest: join(root, "node_modules/@pulumi/pulumi"),
};

/** A user's project: a folder with a program and packages. */
export class InstalledProject extends PulumiWorkspace {
  /**
   * @param program Text of its index.js.
   * @param sdk The folder of its `@pulumi/pulumi`.
   * @param plugins The plugins in its Pulumi.yaml.
   * @param name Prefix of the name of its folder.
   */
  static async create(
    program: string,
    sdk: string,
    plugins?: object,
    name = "project-",
  ): Promise<InstalledProject> {
    const folder = await PulumiWorkspace.makeRoot(name);
    const packages = join(folder, "node_modules");
    await mkdir(join(packages, "@pulumi"), { recursive: true });
    await symlink(sdk, join(packages, "@pulumi/pulumi"), "junction");
    // A link would lead back to the repository, and to the SDK there.
    await copyPackage(join(packages, "pulumi-edge-ingress"));
    await writeFile(
      join(folder, "Pulumi.yaml"),
      JSON.stringify({ name: "test", runtime: "nodejs", plugins }),
    );
    await writeFile(join(folder, "package.json"), '{ "main": "index.js" }');
    await writeFile(join(folder, "index.js"), program);
    return new InstalledProject(folder, folder, { ...(await secretsService()), ...ONE_CHECKPOINT });
  }

  /**
   * A project outside of the clone, whose packages a package manager has yet to install.
   * @param below The folder of the project, below a separate folder.
   */
  static async toInstall(
    program: string,
    plugins: object,
    below: string,
  ): Promise<InstalledProject> {
    const root = await PulumiWorkspace.makeRoot("project-", tmpdir());
    const folder = join(root, below);
    await mkdir(folder, { recursive: true });
    const dependencies = { "@pulumi/pulumi": newest.version, [own.name]: own.version };
    const manifest = { name: "test", version: "1.0.0", main: "index.js", dependencies };
    await writeFile(
      join(folder, "Pulumi.yaml"),
      JSON.stringify({ name: "test", runtime: "nodejs", plugins }),
    );
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
    await writeFile(join(folder, "index.js"), program);
    return new InstalledProject(root, folder, {
      ...PulumiWorkspace.ownHome(root),
      ...(await secretsService()),
      ...ONE_CHECKPOINT,
    });
  }

  /** Lets the commands manage an account. */
  use({ url, apiKey }: Pick<Emulator, "url" | "apiKey">): void {
    Object.assign(this.environment, { EDGE_INGRESS_BASE_URL: url, EDGE_INGRESS_API_KEY: apiKey });
  }

  /** Creates and selects a stack whose resources have a form. */
  async init(stack = "test", form: FormName = "dynamic"): Promise<void> {
    if (form === "plugin")
      await writeFile(
        join(this.folder, `Pulumi.${stack}.yaml`),
        "config:\n  edge-ingress:plugin: true\n",
      );
    await this.succeed(["stack", "init", stack, "--secrets-provider", SECRETS_PROVIDER]);
  }

  /** Replaces the SDK of the project with a copy of the newest SDK that claims a different version. */
  async pretendSdk(version: string): Promise<void> {
    const target = join(this.folder, "node_modules/@pulumi/pulumi");
    await rm(target);
    await mkdir(target);
    for (const entry of await readdir(sdks.newest, { withFileTypes: true })) {
      const [from, to] = [join(sdks.newest, entry.name), join(target, entry.name)];
      // Windows lets every user link folders, but not files.
      if (entry.isDirectory() && entry.name !== "cmd") await symlink(from, to, "junction");
      else await cp(from, to, { recursive: true });
    }
    await writeFile(join(target, "version.js"), `exports.version = "${version}";`);
  }

  /** Replaces the package of the project with the version of this tarball, or with the built package. */
  async changePackage(tarball?: string): Promise<void> {
    const target = join(this.folder, "node_modules/pulumi-edge-ingress");
    await rm(target, { recursive: true });
    if (tarball === undefined) return copyPackage(target);
    await mkdir(target);
    await promisify(execFile)("tar", ["-xzf", tarball, "-C", target, "--strip-components=1"]);
  }

  /** Puts the plugin into the package, as it is published. */
  addPlugin(): Promise<void> {
    const target = join(this.folder, "node_modules/pulumi-edge-ingress/plugin");
    return cp(join(root, "plugin"), target, { recursive: true });
  }

  /** Runs the CLI in the folder. */
  pulumi(args: readonly string[], environment: Record<string, string> = {}): Promise<Outcome> {
    return this.start(args, environment).ended;
  }

  /** The same, for a run that is to be interrupted. */
  start(args: readonly string[], environment: Record<string, string> = {}): Running {
    return this.beginPulumi(args, { environment });
  }

  /** Runs the package's command in the folder. */
  edgeIngress(args: readonly string[], environment: Record<string, string> = {}): Promise<Outcome> {
    const script = "node_modules/pulumi-edge-ingress/dist/cli.cjs";
    return this.begin(process.execPath, [script, ...args], { environment }).ended;
  }
}

/** Tests with fixtures `emulator` and `project`: a local server, and a project that manages its account, both of the file. */
export const withProject = (
  program: string,
  plugins: object = PLUGINS,
  options?: EmulatorOptions,
) =>
  withEmulator(options).extend(
    "project",
    { scope: "file" },
    async ({ emulator }, { onCleanup }) => {
      const project = await InstalledProject.create(program, sdks.newest, plugins);
      onCleanup(() => project[Symbol.asyncDispose]());
      project.use(emulator);
      return project;
    },
  );

async function copyPackage(target: string): Promise<void> {
  await cp(join(root, "dist"), join(target, "dist"), { recursive: true });
  await cp(join(root, "package.json"), join(target, "package.json"));
}
