import { existsSync } from "node:fs";
import { parse, stringify } from "yaml";
import { displayName, objectKey } from "../../account/account";
import { isObject } from "../../core/schema/values";
import type { ImportedProgram } from "../../importing/imported-program";
import type { Names } from "../../importing/naming";
import { readFile, writeOutput } from "../input";
import type { ImportFlags } from "./job";

/** Legal names of settings, which begin with a letter in YAML. */
const SETTING_NAME = /^[A-Za-z][\w-]*$/;

/** Legal names of resources. Their variables can have other names. */
const RESOURCE_NAME = /^\w[\w-]*$/;

/**
 * Checks whether a name is legal. The key of a resource begins with its type, and the key of an id
 * with a lower-case letter.
 */
const isLegalName = (key: string, name: string): boolean =>
  (/^[A-Z]/.test(key) ? RESOURCE_NAME : SETTING_NAME).test(name);

/** Reads the file of `--names`. If a dry run is about to write the file, it contains no names. */
export function readNames({ names: file, dryRun }: ImportFlags): Names {
  if (file === undefined || (dryRun && !existsSync(file))) return new Map();
  return readFile(file, parseNames);
}

function parseNames(text: string): Names {
  const content: unknown = parse(text) ?? {};
  if (!isObject(content)) throw new Error("it must have lines of KEY: NAME");
  const names = new Map(Object.entries(content).map(([key, name]) => [key, String(name)]));
  for (const [key, name] of names) {
    if (!isLegalName(key, name))
      throw new Error(
        `${key}: a name has letters, digits, _ and -, and the name of a setting begins with a letter`,
      );
  }
  return names;
}

const COMMENT =
  "# Names of resources and settings. Edit them, and give this file to the import with --names.";

/** A planned import, with the names that the file already contains. */
interface NamedJob {
  readonly namesInFile: Names;
  readonly program: ImportedProgram;
}

/** Writes the names of the resources and settings of a dry run, and all names that the file already contains. */
export function writeNames(file: string, jobs: readonly NamedJob[]): void {
  const names = new Map(jobs[0]?.namesInFile);
  const comments = new Map<string, string>();
  for (const { program } of jobs) {
    for (const { object, resource } of program.declared) {
      names.set(objectKey(object), resource.name);
      comments.set(objectKey(object), ` # ${JSON.stringify(displayName(object))}`);
    }
  }
  for (const { program } of jobs) for (const [key, name] of program.idNames) names.set(key, name);
  const lines = [...names].map(([key, name]) => {
    const line = stringify({ [key]: name }).trimEnd();
    return `${line}${comments.get(key) ?? ""}`;
  });
  writeOutput(file, [COMMENT, "", ...lines, ""].join("\n"));
}
