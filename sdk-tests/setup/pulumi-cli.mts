import { pathWith } from "../../tools/base/project.mjs";
import { obtainPulumiCli } from "../../tools/pulumi/pulumi-cli.mts";

/** Before the environment is cleaned, since the user's own may say where the CLI is. */
export async function setup() {
  const { binDir } = await obtainPulumiCli();
  process.env.PATH = pathWith(binDir);
}
