import { delimiter } from "node:path";
import { obtainJavaHost } from "../../tools/pulumi/obtain.mts";

/** Runs after the setup of the other languages, which puts the CLI first in PATH. */
export async function setup() {
  process.env.PATH = [process.env.PATH, await obtainJavaHost()].join(delimiter);
}
