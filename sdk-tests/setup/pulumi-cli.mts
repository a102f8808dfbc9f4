import { pathWith } from "../../tools/base/project.mjs";
import { obtainPulumiCli } from "../../tools/pulumi/obtain.mts";

/** Runs before the environment is cleaned, because the user's environment may contain the path of the CLI. */
export async function setup() {
  const { binDir } = await obtainPulumiCli();
  process.env.PATH = pathWith(binDir);
}
