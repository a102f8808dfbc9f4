import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { isObject, jsonObject } from "../../core/schema/values";
import type { Language } from "../../importing/project";

/** What every program in TypeScript needs. */
const OWN = ["@pulumi/pulumi", "pulumi-edge-ingress"];

/** What a new project needs beside that. */
const OF_NEW = ["typescript", "@types/node"];

/** Whether a program can run as it is: in TypeScript, with its packages installed; in Python and Go, that is for the user to know. */
export const canRun = (folder: string, language: Language): boolean =>
  language === "yaml" || (language === "typescript" && isInstalled(folder));

/** The command that installs what a program in TypeScript lacks. */
export function installCommands(folder: string): string[] {
  if (isInstalled(folder)) return [];
  const named = namedIn(folder) ?? OWN;
  return [["npm install", ...OWN.filter((name) => !named.includes(name))].join(" ")];
}

/** Packages of a folder above are found, too: those of another project may lack what this one needs. */
function isInstalled(folder: string): boolean {
  const places = createRequire(join(folder, "index.js")).resolve.paths("pulumi") ?? [];
  const needed = new Set([...OWN, ...(namedIn(folder) ?? OF_NEW)]);
  return [...needed].every((name) => places.some((place) => existsSync(join(place, name))));
}

/** The packages that `package.json` names, if there is any. */
function namedIn(folder: string): string[] | undefined {
  const path = join(folder, "package.json");
  if (!existsSync(path)) return undefined;
  const { dependencies, devDependencies } = jsonObject(readFileSync(path, "utf8")) ?? {};
  return [dependencies, devDependencies].flatMap((each) => (isObject(each) ? Object.keys(each) : []));
}
