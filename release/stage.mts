import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../tools/base/project.mjs";
import { must } from "../tools/base/run.mjs";
import { npmAddresses, type Publisher, pulumiMember } from "../tools/build/publisher.mts";
import { renameGoModule } from "./go-module.mts";
import type { NodeSource } from "./node-binaries.mts";
import { setVersion } from "./versions.mts";

/** A copy of the repository in which a release is built: nothing that an earlier build has left behind gets into it. */
export interface Stage {
  folder: string;
  version: string;
  time: number; // of the commit in seconds since 1970, for all that has to have a time
  node: NodeSource | undefined; // of the Node.js in the executable
}

/** Values of a release that replace the values of the repository. */
export interface Overrides {
  version?: string;
  repository?: string; // OWNER/NAME on GitHub
  downloadUrl?: string; // where the Pulumi CLI gets the plugin from
  node?: NodeSource; // where the Node.js of the executable comes from
}

export async function prepareStage(folder: string, overrides: Overrides): Promise<Stage> {
  const files = await trackedFiles();
  for (const file of files) cpSync(join(root, file), join(folder, file));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  if (overrides.version !== undefined) setVersion(folder, overrides.version);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const { repository } = publish(folder, version, overrides);
  if (repository !== null) renameGoModule(folder, files, repository);
  const script = join(folder, "release", "build.mts");
  await must(
    process.execPath,
    [script],
    { cwd: folder },
    (text) => `The release cannot be built: ${text}`,
  );
  const time = Number(
    process.env.SOURCE_DATE_EPOCH ?? (await git("log", "-1", "--format=%ct")).trim(),
  );
  return { folder, version, time, node: overrides.node };
}

/** The files of the clone that git tracks and that exist, relative to its folder. */
export async function trackedFiles(): Promise<string[]> {
  const tracked = (await git("ls-files", "-z")).split("\0");
  return tracked.filter((file) => file !== "" && existsSync(join(root, file)));
}

/** Writes what the publisher knows to publisher.json, from which the schema takes it, and to package.json, which npm and Pulumi read. */
function publish(folder: string, version: string, overrides: Overrides): Publisher {
  const { repository, downloadUrl } = overrides;
  const known = {
    ...(repository && { repository }),
    ...(downloadUrl && { pluginDownloadURL: downloadUrl }),
  };
  const publisher = withMembers<Publisher>(join(folder, "publisher.json"), known);
  const members = { ...npmAddresses(publisher), ...pulumiMember(publisher, version) };
  withMembers(join(folder, "package.json"), members);
  return publisher;
}

/** Adds members to the object in a file of JSON. */
function withMembers<Value>(file: string, members: object): Value {
  const value = { ...JSON.parse(readFileSync(file, "utf8")), ...members };
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
  return value;
}

const git = (...args: string[]) =>
  must(
    "git",
    args,
    {},
    () => `A release is built in a clone of the repository: git ${args[0]} failed.`,
  );
