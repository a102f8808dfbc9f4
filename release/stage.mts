import { existsSync } from "node:fs";
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { root } from "../tools/base/project.mjs";
import { must } from "../tools/base/run.mjs";
import { npmAddresses, type Publisher } from "../tools/build/publisher.mts";
import { setVersion } from "./versions.mts";

/** A copy of the repository in which a release is built: nothing that an earlier build has left behind gets into it. */
export interface Stage {
  folder: string;
  version: string;
  time: number; // of the commit in seconds since 1970, for all that has to have a time
}

/** What a release has in place of what the repository says. */
export interface Overrides {
  version?: string;
  repository?: string; // OWNER/NAME on GitHub
  downloadUrl?: string; // where the Pulumi CLI gets the plugin from
}

/** The Go module as the repository names it: only a publisher knows its address. */
const GO_MODULE = "example.com/pulumi-edge-ingress/sdk/go";

export async function prepareStage(folder: string, overrides: Overrides): Promise<Stage> {
  const files = await trackedFiles();
  for (const file of files) await copy(file, folder);
  await symlink(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  if (overrides.version !== undefined) setVersion(folder, overrides.version);
  const { repository } = await publish(folder, overrides);
  if (repository !== null) await renameGoModule(folder, files, `github.com/${repository}/sdk/go`);
  await build(folder);
  const { version } = await json(join(folder, "package.json"));
  return { folder, version, time: await commitTime() };
}

async function trackedFiles() {
  const files = await git("ls-files", "-z");
  return files.split("\0").filter((file) => file !== "" && existsSync(join(root, file)));
}

async function copy(file: string, folder: string) {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await cp(join(root, file), join(folder, file));
}

/** Writes what the publisher knows to publisher.json, from which the schema takes it, and to package.json, from which npm does. */
async function publish(folder: string, { repository, downloadUrl }: Overrides): Promise<Publisher> {
  const [file, manifestFile] = ["publisher.json", "package.json"].map((name) => join(folder, name));
  const publisher = {
    ...(await json(String(file))),
    ...(repository && { repository }),
    ...(downloadUrl && { pluginDownloadURL: downloadUrl }),
  };
  const manifest = { ...(await json(String(manifestFile))), ...npmAddresses(publisher) };
  await writeFile(String(file), stringify(publisher));
  await writeFile(String(manifestFile), stringify(manifest));
  return publisher;
}

async function renameGoModule(folder: string, files: readonly string[], module: string) {
  for (const file of files.filter((name) => /^(README\.md|docs|examples|src)/.test(name))) {
    const path = join(folder, file);
    const text = await readFile(path, "utf8");
    if (text.includes(GO_MODULE)) await writeFile(path, text.replaceAll(GO_MODULE, module));
  }
}

async function build(folder: string) {
  const script = join(folder, "release", "build.mts");
  await must(process.execPath, [script], { cwd: folder }, (text) => `The release cannot be built: ${text}`);
}

async function commitTime() {
  return Number(process.env.SOURCE_DATE_EPOCH ?? (await git("log", "-1", "--format=%ct")).trim());
}

const git = (...args: string[]) =>
  must("git", args, {}, () => `A release is built in a clone of the repository: git ${args[0]} failed.`);

const json = async (path: string) => JSON.parse(await readFile(path, "utf8"));

const stringify = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;
