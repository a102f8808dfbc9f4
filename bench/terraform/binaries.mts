import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../../tools/base/project.mjs";
import { inTemporaryFolder, run } from "../../tools/base/run.mjs";
import { Problem, timed } from "../../tools/base/say.mjs";
import { goBuild, goEnvironment, makeOnce } from "../../tools/pulumi/go.mts";
import { obtainPulumiCli } from "../../tools/pulumi/pulumi-cli.mts";
import { cliEnvironment } from "./environment.mts";

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

/** The folder of a built program. */
async function obtain(program: Program): Promise<string> {
  const { binDir } = await obtainPulumiCli();
  const { title, module, main, stamp = "" } = program;
  const folder = join(dirname(binDir), "terraform", `${module}-${digestOf(program)}`);
  const moduleDir = join(modules, module);
  await makeOnce(folder, { title, moduleDir }, async (outDir, cacheDir) => {
    const env = await goEnvironment(moduleDir, cacheDir);
    await timed(`Building ${title} with Go, once`, () => goBuild(moduleDir, main, { outDir, stamp, env }));
  });
  return folder;
}

/** Another folder for other sources: nothing old is taken for what they say now. */
function digestOf({ module, stamp = "" }: Program) {
  const digest = createHash("sha256").update(stamp);
  for (const name of ["go.mod", "go.sum"]) digest.update(readFileSync(join(modules, module, name)));
  return digest.digest("hex").slice(0, 12);
}
