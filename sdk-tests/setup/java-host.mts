import { delimiter } from "node:path";
import { obtainJavaHost } from "../../tools/pulumi/language-hosts.mts";

/** After the setup of the other languages, which makes the CLI the first in PATH. */
export async function setup() {
  process.env.PATH = [process.env.PATH, await obtainJavaHost()].join(delimiter);
}
