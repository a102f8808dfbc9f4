// node tools/base/command.mjs tools/pulumi/obtain.mts [languages]: provides the Pulumi CLI, and the language hosts. What
// cannot be downloaded is built by `tools/from-source`, an optional folder that nothing else imports.
import { existsSync } from "node:fs";
import { cp, mkdir, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { exe } from "../base/project.mjs";
import { inTemporaryFolder } from "../base/run.mjs";
import { Problem, remark, say } from "../base/say.mjs";
import type { LanguageHosts, Program } from "../from-source/from-source.mts";
import {
  cliIn,
  copyDynamicProviders,
  downloadCli,
  hasEngine,
  type PulumiCli,
  pulumiVersion,
} from "./pulumi-cli.mts";

export type { LanguageHosts, PulumiCli };

const fromSource = () => import("../from-source/from-source.mts");

/**
 * Finds the CLI in a cache that it shares with other projects; downloads it if it is missing, or builds it if the
 * download is impossible.
 */
export async function obtainPulumiCli(): Promise<PulumiCli> {
  const version = pulumiVersion();
  const usual = join(homedir(), ".pulumi");
  const home = process.env.PULUMI_HOME || usual;
  for (const folder of [home, usual]) {
    const cached = cliIn(folder, version);
    if (await isComplete(cached)) return cached;
  }
  const cli = cliIn(home, version);
  remark(`The Pulumi CLI ${version} is not (completely) in ${cli.binDir}.`);
  await fillCache(cli, join(home, "versions"));
  return cli;
}

const isComplete = async (cli: PulumiCli): Promise<boolean> =>
  (await hasEngine(cli)) && (await hasLanguageHost(cli));

/** True if the folder has a language host for Node.js that was downloaded, or built from the present sources. */
async function hasLanguageHost({ binDir }: PulumiCli): Promise<boolean> {
  if (!existsSync(join(binDir, `pulumi-language-nodejs${exe}`))) return false;
  return (await fromSource()).isCurrentHost(binDir);
}

/**
 * Makes the CLI in a temporary folder and renames it into place, so that neither an interruption nor a concurrent run
 * leaves an incomplete CLI.
 */
async function fillCache(cli: PulumiCli, versions: string) {
  await mkdir(versions, { recursive: true });
  const making = inTemporaryFolder(versions, `.making-${cli.version}-`, async (folder) => {
    await makeCli(cli, join(folder, "bin"));
    if (await isComplete(cli)) return;
    await rm(cli.binDir, { recursive: true, force: true });
    await mkdir(join(cli.binDir, ".."), { recursive: true });
    await rename(join(folder, "bin"), cli.binDir);
  });
  // A concurrent run may finish first, and delete the caches of this run.
  await making.catch(async (error: unknown) => {
    if (!(await isComplete(cli))) throw error;
  });
}

/** Downloads the CLI. If that is impossible, builds the CLI, or its missing parts. */
async function makeCli(cli: PulumiCli, outDir: string): Promise<void> {
  if (await hasEngine(cli)) {
    await cp(cli.binDir, outDir, { recursive: true });
    return (await fromSource()).buildHost(cli, outDir);
  }
  const reason = await downloadCli(cli.version, join(outDir, ".."));
  if (reason === undefined) return;
  await (await fromSource()).buildCli(cli, { outDir, reason });
  await copyDynamicProviders(outDir);
}

/** Returns the language hosts if they are installed, and does not install them. */
export const findLanguageHosts = async (cli: PulumiCli): Promise<LanguageHosts | undefined> =>
  (await fromSource()).findLanguageHosts(cli);

/** Finds the hosts of programs in YAML, Python and Go in a folder next to the CLI, or builds them. */
export const obtainLanguageHosts = async (): Promise<LanguageHosts> =>
  (await fromSource()).obtainLanguageHosts(await obtainPulumiCli());

/** @returns the generator of the SDK for Java: java-sdkgen SCHEMA FOLDER */
export const obtainJavaSdkgen = async (): Promise<string> =>
  (await fromSource()).obtainJavaSdkgen(await obtainPulumiCli());

/** @returns the folder of the language host for Java, which comes in PATH after the CLI */
export const obtainJavaHost = async (): Promise<string> =>
  (await fromSource()).obtainJavaHost(await obtainPulumiCli());

/** Finds another program in a folder next to the CLI, or builds it from published Go modules. */
export const obtainProgram = async (cli: PulumiCli, program: Program): Promise<string> =>
  (await fromSource()).obtainProgram(cli, program);

export async function main([subject]: string[]): Promise<number> {
  if (subject !== undefined && subject !== "languages")
    throw new Problem(`Unknown argument "${subject}": only "languages" is known.`);
  const { version, binDir } = await obtainPulumiCli();
  say(`The Pulumi CLI ${version} is in ${binDir}.`);
  if (subject === undefined) return 0;
  const hosts = await obtainLanguageHosts();
  say(`The language hosts are in ${hosts.binDir}.`);
  return 0;
}
