import { existsSync } from "node:fs";
import { chmod, copyFile } from "node:fs/promises";
import { join } from "node:path";
import { exe, pulumiHome, readJson, root } from "../base/project.mjs";
import { must, run } from "../base/run.mjs";
import { Problem, timed } from "../base/say.mjs";

export interface PulumiCli {
  version: string;
  binDir: string; // the CLI and its plugins: comes first in PATH
  pulumi: string; // the CLI itself
}

/** The executables that start the process of a dynamic provider. */
const dynamicProviderNames = [
  "pulumi-resource-pulumi-nodejs",
  ...(exe === "" ? [] : ["pulumi-resource-pulumi-nodejs.cmd"]),
];

/** The version pinned in package.json. */
export function pulumiVersion(): string {
  const { devDependencies } = readJson("package.json") as { devDependencies: { pulumi: string } };
  return devDependencies.pulumi;
}

/** The place of a version in the home folder of Pulumi, where its npm package looks for it. */
export function cliIn(home: string, version: string): PulumiCli {
  const binDir = join(home, "versions", version, "bin");
  return { version, binDir, pulumi: join(binDir, `pulumi${exe}`) };
}

/** True if the folder has the CLI itself and the executables that start dynamic providers. */
export async function hasEngine({ version, binDir, pulumi }: PulumiCli): Promise<boolean> {
  if (!dynamicProviderNames.every((name) => existsSync(join(binDir, name)))) return false;
  const env = { ...process.env, PULUMI_HOME: pulumiHome, PULUMI_SKIP_UPDATE_CHECK: "1" };
  const { output } = await run(pulumi, ["version"], { env, capture: true }).catch(() => ({
    output: "",
  }));
  return output.trim() === `v${version}`;
}

/** The script of the npm package, with the cause of a failure: the original prints only "fetch failed". */
const DOWNLOAD = `require(${JSON.stringify(join(root, "node_modules", "pulumi", "lib", "download.js"))})
  .installCLI(...process.argv.slice(1))
  .catch(({ message, cause }) => {
    console.error(cause ? message + ": " + (cause.message || cause.code) : message);
    process.exit(1);
  });`;

/**
 * Downloads the official release to `bin` in a folder with the npm package `pulumi`, and returns the reason for a
 * failure.
 */
export async function downloadCli(version: string, folder: string): Promise<string | undefined> {
  const args = ["--eval", DOWNLOAD, version, folder];
  const lastLine = (text: string) => text.split("\n").at(-1) ?? "";
  try {
    const work = () => must(process.execPath, args, { timeoutMs: 15 * 60_000 }, lastLine);
    await timed(`Downloading the Pulumi CLI ${version}`, work);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.message;
  }
}

/** Copies the executables that start dynamic providers from Pulumi's SDK, as the build of a release does. */
export async function copyDynamicProviders(outDir: string): Promise<void> {
  for (const name of dynamicProviderNames) {
    await copyFile(join(root, "node_modules", "@pulumi", "pulumi", name), join(outDir, name));
    await chmod(join(outDir, name), 0o755);
  }
}
