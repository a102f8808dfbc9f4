import { tmpdir } from "node:os";
import { join } from "node:path";
import { exe, root } from "../../tools/base/project.mjs";
import { inTemporaryFolder, run } from "../../tools/base/run.mjs";
import { Problem } from "../../tools/base/say.mjs";
import { obtainProgram, obtainPulumiCli } from "../../tools/pulumi/obtain.mts";

export interface Binaries {
  cli: string; // OpenTofu or Terraform
  pluginDir: string; // the folder of the provider
}

const modules = join(root, "bench", "terraform");

const programs = {
  provider: {
    title: "the REST provider of Terraform",
    name: "terraform/restapi",
    moduleDir: join(modules, "restapi"),
    main: "github.com/Mastercard/terraform-provider-restapi",
  },
  tofu: {
    title: "OpenTofu",
    name: "terraform/tofu",
    moduleDir: join(modules, "tofu"),
    main: "github.com/opentofu/opentofu/cmd/tofu",
    stamp: "-X github.com/opentofu/opentofu/version.dev=no",
  },
};

/**
 * The machine's own CLI if it has one; what is missing is built from published Go modules and kept beside the Pulumi CLI.
 * @throws Problem where that is impossible
 */
export async function obtainBinaries(): Promise<Binaries> {
  const pulumi = await obtainPulumiCli();
  const pluginDir = await obtainProgram(pulumi, programs.provider);
  for (const cli of ["tofu", "terraform"]) if (await answers(cli)) return { cli, pluginDir };
  const cli = join(await obtainProgram(pulumi, programs.tofu), `tofu${exe}`);
  if (!(await answers(cli))) throw new Problem(`${cli} does not run.`);
  return { cli, pluginDir };
}

/** True if the CLI exists and prints its version. */
async function answers(cli: string): Promise<boolean> {
  const { code, output } = await inTemporaryFolder(tmpdir(), "terraform-home-", (home) =>
    run(cli, ["version"], { env: cliEnvironment(home), capture: true }),
  );
  return code === 0 && /^(OpenTofu|Terraform) v\S+/m.test(output);
}

/**
 * The environment in which the CLI neither takes the user's own settings nor reports to anyone what it does.
 * @param home where the CLI makes the folder that it else makes in the user's home
 */
export function cliEnvironment(home: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !/^(TF|TOFU|REST_API)_/.test(name));
  return {
    ...Object.fromEntries(others),
    HOME: home,
    APPDATA: home,
    TF_IN_AUTOMATION: "1",
    CHECKPOINT_DISABLE: "1",
  };
}
