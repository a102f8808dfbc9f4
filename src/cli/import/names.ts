import { existsSync } from "node:fs";
import { parse, stringify } from "yaml";
import { displayName, keyOf } from "../../account/listing";
import { isObject } from "../../core/schema/values";
import type { Names } from "../../importing/naming";
import type { Plan } from "../../importing/plan";
import { readFrom, writeOutput } from "../input";
import type { ImportFlags } from "./job";

/** What resources, settings and variables may be called in every language. */
const NAME = /^[A-Za-z][\w-]*$/;

const HEAD =
  "# Names of resources and settings, by what the account contains. Edit them, and give the file to the import: --names FILE.";

/** The names that a file gives; before a dry run has written it, none. */
export function readNames({ names: file, dryRun }: ImportFlags): Names {
  if (file === undefined || (dryRun && !existsSync(file))) return new Map();
  return readFrom(file, (text) => {
    const content: unknown = parse(text) ?? {};
    if (!isObject(content)) throw new Error("it must have lines of KEY: NAME");
    const names = Object.entries(content).map(([key, name]) => [key, String(name)] as const);
    const [wrong] = names.filter(([, name]) => !NAME.test(name));
    if (wrong) throw new Error(`${wrong[0]}: a name has letters, digits, _ and -, and begins with a letter`);
    return new Map(names);
  });
}

/** Writes the names that the resources and settings of a dry run have; they keep those that the file gives. */
export function writeNames(file: string, jobs: readonly { readonly given: Names; readonly plan: Plan }[]): void {
  const objects = jobs.flatMap(({ plan }) => plan.declared);
  const comments = new Map(objects.map(({ object }) => [keyOf(object), ` # ${JSON.stringify(displayName(object))}`]));
  const names = new Map([
    ...(jobs[0]?.given ?? []),
    ...objects.map(({ object, resource }) => [keyOf(object), resource.name] as const),
    ...jobs.flatMap(({ plan }) => [...plan.idNames]),
  ]);
  const lines = [...names].map(([key, name]) => `${stringify({ [key]: name }).trimEnd()}${comments.get(key) ?? ""}`);
  writeOutput(file, [HEAD, "", ...lines, ""].join("\n"));
}
