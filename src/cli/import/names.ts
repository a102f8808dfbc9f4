import { existsSync } from "node:fs";
import { Document, isPair, isScalar, parse } from "yaml";
import { displayName, keyOf } from "../../account/listing";
import { isObject } from "../../core/schema/values";
import type { Names } from "../../importing/naming";
import { readFrom } from "../input";
import { writeOutput } from "../report-command";
import type { ImportFlags } from "./flags";
import type { Planned } from "./job";

/** What resources, settings and variables may be called in every language. */
const NAME = /^[A-Za-z][\w-]*$/;

const HEAD = ` Names of resources and settings, by what the account contains. Edit them, and give the file to the import: --names FILE.`;

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
export function writeNames(file: string, jobs: readonly Planned[]): void {
  const objects = jobs.flatMap(({ plan }) => plan.declared);
  const known = new Map(objects.map(({ object }) => [keyOf(object), displayName(object)]));
  const names = [
    ...objects.map(({ object, resource }) => [keyOf(object), resource.name] as const),
    ...jobs.flatMap(({ plan }) => [...plan.idNames]),
  ];
  const document = new Document(Object.fromEntries([...(jobs[0]?.given ?? []), ...names]));
  document.commentBefore = HEAD;
  for (const pair of isObject(document.contents) ? ((document.contents as { items?: unknown[] }).items ?? []) : []) {
    if (!isPair(pair) || !isScalar(pair.key) || !isScalar(pair.value)) continue;
    const comment = known.get(String(pair.key.value));
    if (comment !== undefined) pair.value.comment = ` ${JSON.stringify(comment)}`;
  }
  writeOutput(file, document.toString());
}

/** @throws {Error} if two resources of a project would have the same name, which a file can give. */
export function requireOwnNames(
  { declared }: Planned["plan"],
  taken: readonly string[],
  isManaged: (key: string) => boolean,
): void {
  const used = new Set(taken);
  for (const { object, resource } of declared) {
    if (isManaged(keyOf(object))) continue;
    if (used.has(resource.name))
      throw new Error(`--names: ${keyOf(object)}: another resource is called ${resource.name}`);
    used.add(resource.name);
  }
}
