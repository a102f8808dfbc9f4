import { obtainPulumiCli } from "../../toolchain/pulumi-cli.mjs";
import { pathWith } from "../lib/project.mjs";

/** Before the environment is cleaned, since the user's own may say where the CLI is. */
export async function setup() {
  const { binDir } = await obtainPulumiCli();
  process.env.PATH = pathWith(binDir);
}
