import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import own from "../../package.json";
import type { Lock } from "../../tools/base/packages.mjs";
import { root } from "./files";

const run = promisify(execFile);

/** The version in the spelling of Python, in which a version in development is a local version. */
export const pythonVersion = own.version.replace("-", "+");

/** A file of the tarball. */
export interface PackedFile {
  readonly path: string;
  readonly mode: number;
  /** In bytes. */
  readonly size: number;
}

/** The built package as it is published. */
export interface Tarball {
  readonly path: string;
  readonly files: readonly PackedFile[];
}

/** Packs the built package into a folder. */
export async function pack(folder: string): Promise<Tarball> {
  const printed = await npm(
    root,
    "pack",
    "--json",
    "--ignore-scripts",
    "--pack-destination",
    folder,
  );
  const [{ filename, files }] = JSON.parse(printed);
  return { path: join(folder, filename), files };
}

/** Takes the tarball apart. */
export async function unpack(tarball: Tarball, folder: string): Promise<string> {
  await run("tar", ["-xzf", tarball.path, "-C", folder]);
  return join(folder, "package");
}

/**
 * Runs `npm install` in a project. A lock file next to its package.json contains the path of this package, which is in
 * no registry, and the version of each other package: npm has the packages of the clone in its cache, so that the
 * result depends neither on the network nor on today's releases. From the lock file, npm installs only the packages
 * that package.json requires.
 */
export async function npmInstall(project: string, tarball: Tarball): Promise<void> {
  await lockPackages(project, { "node_modules/pulumi-edge-ingress": entryOf(tarball) });
  await npm(project, "install");
}

/** Puts a lock file into a folder by which npm takes packages of the clone from its cache. */
export async function lockPackages(project: string, others: object = {}): Promise<void> {
  const lock = await readJson<Lock>(join(root, "package-lock.json"));
  const manifest = await readJson<object>(join(project, "package.json"));
  const packages = { ...inRegistry(lock), "": manifest, ...others };
  await writeFile(join(project, "package-lock.json"), JSON.stringify({ ...lock, packages }));
}

/** Runs npm, without words about the clone's machine. */
export async function npm(cwd: string, ...args: string[]): Promise<string> {
  const script = process.env.npm_execpath;
  const quiet = {
    npm_config_prefer_offline: "true",
    npm_config_audit: "false",
    npm_config_fund: "false",
  };
  const options = { cwd, env: { ...process.env, ...quiet }, maxBuffer: 2 ** 26 };
  const { stdout } = script?.endsWith("npm-cli.js")
    ? await run(process.execPath, [script, ...args], options)
    : await run("npm", args, options);
  return stdout;
}

const readJson = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, "utf8"));

/** All but the folders of the clone. */
const inRegistry = ({ packages }: Lock) =>
  Object.fromEntries(Object.entries(packages).filter(([path, { link }]) => path !== "" && !link));

function entryOf({ path }: Tarball) {
  const { version, dependencies, peerDependencies, bin, engines } = own;
  return { version, resolved: `file:${path}`, dependencies, peerDependencies, bin, engines };
}
