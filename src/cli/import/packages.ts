import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { jsonObject, type Values } from "../../core/schema/values";
import { type Language, OWN_PACKAGE, packagesWith } from "../../importing/project";
import { PACKAGE_FOLDER } from "../package-folder";
import { foldersUpward, readText } from "./files";

/** Version ranges by the names of packages. */
type Packages = Readonly<Record<string, string>>;

/** The packages of a project in TypeScript. */
export interface ProjectPackages {
  readonly isInstalled: boolean;
  /** Names of packages that `package.json`, if there is one, does not contain. */
  readonly lacking: readonly string[];
  /** Commands that install all packages. */
  readonly commands: readonly string[];
}

/** Checks whether the import can run a program. The user installs the packages of programs in Python and Go. */
export const canRun = (folder: string, language: Language): boolean =>
  language === "yaml" || (language === "typescript" && readPackages(folder).isInstalled);

/** Compares the packages that a program in TypeScript needs with `package.json` and the installed packages. */
export function readPackages(folder: string): ProjectPackages {
  const needed = dependencies(packagesWith(ownRange(folder)));
  const named = readDependencies(folder);
  const lacking = Object.entries(needed).filter(([name]) => named && !(name in named));
  // Node.js also finds the packages of folders above, which another project may have installed.
  const searched = createRequire(join(folder, "index.js")).resolve.paths("pulumi") ?? [];
  const isFound = (name: string) => searched.some((path) => existsSync(join(path, name)));
  const isInstalled = Object.keys({ ...needed, ...named }).every(isFound);
  const packages = lacking.map(([name, range]) => installArgument(name, range));
  return {
    isInstalled,
    lacking: lacking.map(([name]) => name),
    commands: isInstalled ? [] : [["npm install", ...packages].join(" ")],
  };
}

/** An argument of `npm install`, in quotes that all shells support. For a path, npm reads the name in the package. */
function installArgument(name: string, range: string): string {
  const text = range.startsWith("file:") ? range.slice("file:".length) : `${name}@${range}`;
  return /^[\w@./:~-]+$/.test(text) ? text : JSON.stringify(text);
}

/** The dependencies in `package.json`; undefined if the file does not exist. */
function readDependencies(folder: string): Packages | undefined {
  const text = readText(join(folder, "package.json"));
  return text === undefined ? undefined : dependencies(jsonObject(text) ?? {});
}

const dependencies = (packageJson: Values): Packages =>
  Object.assign({}, packageJson.dependencies, packageJson.devDependencies);

/**
 * The version range, or the path, with which a project can depend on the running package: the range with which it was installed.
 * A clone of the repository, or a link to it, has no such range, nor has a global installation.
 */
export function ownRange(folder: string): string {
  if (basename(dirname(PACKAGE_FOLDER)) !== "node_modules")
    return fileRange(folder, PACKAGE_FOLDER);
  for (const above of foldersUpward(dirname(PACKAGE_FOLDER))) {
    const range = readDependencies(above)?.[OWN_PACKAGE];
    if (typeof range !== "string") continue;
    const [, path] = /^(?:file|link):(.*)$/.exec(range) ?? [];
    if (path === undefined) return range;
    const source = resolve(above, path);
    return fileRange(folder, existsSync(source) ? source : PACKAGE_FOLDER);
  }
  return fileRange(folder, PACKAGE_FOLDER);
}

const fileRange = (from: string, to: string): string =>
  `file:${relative(from, to).replaceAll("\\", "/")}`;
