import { existsSync } from "node:fs";
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { root } from "../tools/base/project.mjs";
import { run } from "../tools/base/run.mjs";
import { Problem } from "../tools/base/say.mjs";
import { npmAddresses } from "../tools/build/publisher.mjs";
import { setVersion } from "./versions.mjs";

/**
 * A copy of the repository in which a release is built: nothing that an earlier build has left behind gets into it.
 * @typedef {object} Stage
 * @property {string} folder
 * @property {string} version
 * @property {number} time of the commit in seconds since 1970, for all that has to have a time
 *
 * What a release has in place of what the repository says.
 * @typedef {object} Overrides
 * @property {string} [version]
 * @property {string} [repository] OWNER/NAME on GitHub
 * @property {string} [downloadUrl] where the Pulumi CLI gets the plugin from
 */

/** The Go module as the repository names it: only a publisher knows its address. */
const GO_MODULE = "example.com/pulumi-edge-ingress/sdk/go";

/**
 * @param {string} folder
 * @param {Overrides} overrides
 * @returns {Promise<Stage>}
 */
export async function prepareStage(folder, overrides) {
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

/**
 * @param {string} file
 * @param {string} folder
 */
async function copy(file, folder) {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await cp(join(root, file), join(folder, file));
}

/**
 * Writes what the publisher knows to publisher.json, from which the schema takes it, and to package.json, from which npm does.
 * @param {string} folder
 * @param {Overrides} overrides
 * @returns {Promise<import("../tools/build/publisher.mjs").Publisher>}
 */
async function publish(folder, { repository, downloadUrl }) {
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

/**
 * @param {string} folder
 * @param {readonly string[]} files
 * @param {string} module
 */
async function renameGoModule(folder, files, module) {
  for (const file of files.filter((name) => /^(README\.md|docs|examples|src)/.test(name))) {
    const path = join(folder, file);
    const text = await readFile(path, "utf8");
    if (text.includes(GO_MODULE)) await writeFile(path, text.replaceAll(GO_MODULE, module));
  }
}

/** @param {string} folder */
async function build(folder) {
  const script = join(folder, "release", "build.mjs");
  const { code, output } = await run(process.execPath, [script], { cwd: folder, capture: true });
  if (code !== 0) throw new Problem(`The release cannot be built: ${output.trim()}`);
}

async function commitTime() {
  return Number(process.env.SOURCE_DATE_EPOCH ?? (await git("log", "-1", "--format=%ct")).trim());
}

/** @param {...string} args */
async function git(...args) {
  const { code, output } = await run("git", args, { capture: true });
  if (code !== 0) throw new Problem(`A release is built in a clone of the repository: git ${args[0]} failed.`);
  return output;
}

/** @param {string} path */
const json = async (path) => JSON.parse(await readFile(path, "utf8"));

/** @param {unknown} value */
const stringify = (value) => `${JSON.stringify(value, undefined, 2)}\n`;
