import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { Values } from "../../core/schema/values";
import { type Language, OWN_PACKAGE, packagesWith } from "../../importing/project";
import { foldersFrom, jsonIn } from "./folder";

/** Whether a program can run as it is: in TypeScript, with its packages installed; in Python and Go, that is for the user to know. */
export const canRun = (folder: string, language: Language): boolean =>
  language === "yaml" || (language === "typescript" && isInstalled(folder));

/** The command that installs what a program in TypeScript lacks. */
export const installCommands = (folder: string): string[] =>
  isInstalled(folder) ? [] : [["npm install", ...lackingPackages(folder).map(argumentOf)].join(" ")];

/** What `package.json`, if there is one, does not name: packages with the versions that a program needs. */
export function lackingPackages(folder: string): [name: string, range: string][] {
  const named = namedIn(folder);
  return named ? neededIn(folder).filter(([name]) => !(name in named)) : [];
}

/** A name and a range in the quotes that all shells know; npm finds the name of what is in a file on its own. */
function argumentOf([name, range]: readonly [string, string]): string {
  const text = range.startsWith("file:") ? range.slice("file:".length) : `${name}@${range}`;
  return /^[\w@./:~-]+$/.test(text) ? text : JSON.stringify(text);
}

/** Packages of a folder above are found, too: those of another project may lack what this one needs. */
function isInstalled(folder: string): boolean {
  const places = createRequire(join(folder, "index.js")).resolve.paths("pulumi") ?? [];
  const needed = [...neededIn(folder).map(([name]) => name), ...Object.keys(namedIn(folder) ?? {})];
  return needed.every((name) => places.some((place) => existsSync(join(place, name))));
}

function neededIn(folder: string): [name: string, range: string][] {
  const { dependencies, devDependencies } = packagesWith(ownRange(folder));
  return Object.entries<string>({ ...dependencies, ...devDependencies });
}

/** The packages that `package.json` names, if there is any. */
function namedIn(folder: string): Values | undefined {
  const path = join(folder, "package.json");
  const { dependencies, devDependencies } = jsonIn(path) ?? {};
  return existsSync(path) ? { ...(dependencies as object), ...(devDependencies as object) } : undefined;
}

/** How a project in a folder can depend on the package that is running: as that was installed. */
export function ownRange(folder: string): string {
  const root = resolve(__dirname, "../../..");
  // A clone, or a link to one, is in no such folder; `npm install --global` leaves no trace of where a package is from.
  const above = basename(dirname(root)) === "node_modules" ? foldersFrom(dirname(root)) : [];
  for (const each of above) {
    const range = namedIn(each)?.[OWN_PACKAGE];
    if (typeof range !== "string") continue;
    const [, path] = /^(?:file|link):(.*)$/.exec(range) ?? [];
    if (path === undefined) return range;
    return fileRange(folder, [resolve(each, path), root].find(existsSync) ?? root);
  }
  return fileRange(folder, root);
}

const fileRange = (from: string, to: string): string => `file:${relative(from, to).replaceAll("\\", "/")}`;
