import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../../tools/base/project.mjs";
import { inTemporaryFolder, run } from "../../tools/base/run.mjs";
import { Problem, timed } from "../../tools/base/say.mjs";
import { digestOf, goBuild, goEnvironment, makeOnce } from "../../tools/pulumi/go.mts";
import { obtainPulumiCli } from "../../tools/pulumi/pulumi-cli.mts";

export interface Binaries {
  cli: string; // OpenTofu or Terraform
  version: string; // as the CLI says it
  pluginDir: string; // the folder of the provider
}

interface Program {
  title: string;
  module: string; // the folder with its go.mod and go.sum, and its name in the cache
  main: string;
  stamp?: string;
}

const modules = join(root, "bench", "terraform");
const exe = process.platform === "win32" ? ".exe" : "";

const programs = {
  provider: {
    title: "the REST provider of Terraform",
    module: "restapi",
    main: "github.com/Mastercard/terraform-provider-restapi",
  },
  tofu: {
    title: "OpenTofu",
    module: "tofu",
    main: "github.com/opentofu/opentofu/cmd/tofu",
    stamp: "-X github.com/opentofu/opentofu/version.dev=no",
  },
} satisfies Record<string, Program>;

/**
 * The machine's own CLI if it has one; what is missing is built from published Go modules and kept beside the Pulumi CLI.
 * @throws Problem where that is impossible
 */
export async function obtainBinaries(): Promise<Binaries> {
  const pluginDir = await obtain(programs.provider);
  const found = (await versionOf("tofu")) ?? (await versionOf("terraform"));
  if (found) return { ...found, pluginDir };
  const tofu = join(await obtain(programs.tofu), `tofu${exe}`);
  const built = await versionOf(tofu);
  if (!built) throw new Problem(`${tofu} does not run.`);
  return { ...built, pluginDir };
}

/** The CLI of a name with its version, unless there is none. */
async function versionOf(cli: string): Promise<{ cli: string; version: string } | undefined> {
  const { code, output } = await inTemporaryFolder(tmpdir(), "terraform-home-", (home) =>
    run(cli, ["version"], { env: cliEnvironment(home), capture: true }),
  );
  const version = /^(OpenTofu|Terraform) v\S+/m.exec(output)?.[0];
  return code === 0 && version !== undefined ? { cli, version } : undefined;
}

/**
 * The environment in which the CLI neither takes the user's own settings nor reports to anyone what it does.
 * @param home where the CLI makes the folder that it else makes in the user's home
 */
export function cliEnvironment(home: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !/^(TF|TOFU|REST_API)_/.test(name));
  return { ...Object.fromEntries(others), HOME: home, APPDATA: home, TF_IN_AUTOMATION: "1", CHECKPOINT_DISABLE: "1" };
}

/** The folder of a built program. */
async function obtain(program: Program): Promise<string> {
  const { title, module, main, stamp = "" } = program;
  const moduleDir = join(modules, module);
  const { binDir } = await obtainPulumiCli();
  const folder = join(dirname(binDir), "terraform", `${module}-${digestOf(moduleDir)}`);
  await makeOnce(folder, { title, moduleDir }, async (outDir, cacheDir) => {
    const env = await goEnvironment(moduleDir, cacheDir);
    await timed(`Building ${title} with Go, once`, () => goBuild(moduleDir, main, { outDir, stamp, env }));
  });
  return folder;
}
