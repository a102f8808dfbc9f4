import { hash } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { displayName, objectKey } from "../../account/account";
import type { NamedObject } from "../../account/ids/named-objects";
import { isObject } from "../../core/schema/values";
import type { Declared } from "../../importing/declaration";
import type { ImportedProgram } from "../../importing/imported-program";
import type { ModuleStyle } from "../../importing/modules";
import type { Names } from "../../importing/naming";
import type { Language } from "../../importing/project";
import { readFile, writeOutput } from "../input";
import { listFolder, readJson, writeAtomically } from "./folder";
import type { ImportFlags } from "./job";

export type Journal = ReturnType<typeof createJournal>;

/** What the next run needs if this one does not end; it holds no secret. */
export const createJournal = (
  { declared, parts, idNames }: ImportedProgram,
  // The next run finds what is named, whatever its options are.
  begun: Readonly<{
    language: Language;
    modules: ModuleStyle;
    named: readonly NamedObject[];
    isBeside: boolean;
  }>,
  digests: Readonly<Record<string, Readonly<Record<string, string>>>>,
) => ({
  ...begun,
  names: Object.fromEntries(
    declared.map(({ object, resource }) => [objectKey(object), resource.name]),
  ),
  /** Names of the settings for ids. */
  settings: Object.fromEntries(idNames),
  /** What the program states of each object. */
  digests: {
    ...Object.fromEntries(declared.map((each) => [objectKey(each.object), digestsOf(each)])),
    ...digests,
  },
  /** The subjects of the files that the objects are in. */
  parts: Object.fromEntries(parts.flatMap(({ stem, keys }) => keys.map((key) => [key, stem]))),
});

export const JOURNAL = ".edge-ingress-import.json";

/** What an earlier run has left to be done. */
export function readJournal(folder: string): Journal | undefined {
  const path = join(folder, JOURNAL);
  if (!existsSync(path)) return undefined;
  const journal = readJson(path);
  if (!journal || ![journal.names, journal.parts].every(isObject) || !Array.isArray(journal.named))
    throw new Error(
      `${path} is not what an earlier import wrote: remove it, and the files that are not loaded`,
    );
  return journal as unknown as Journal;
}

/** Digests of the arguments of an object; the program states no secret. */
const digestsOf = ({ resource }: Declared) =>
  Object.fromEntries(Object.entries(resource.args).map(([name, value]) => [name, digestOf(value)]));

const digestOf = (value: unknown): string =>
  hash("sha256", JSON.stringify(value), "base64url").slice(0, 12);

const CHANGED =
  "changed since an earlier run declared it, and the next `pulumi up` takes that back: correct the program";

/** What somebody has changed since an earlier run has declared it: the program states what was before. */
export const changeNotes = ({ digests }: Journal, declared: readonly Declared[]): string[] =>
  declared.flatMap((each) => {
    const { object, resource } = each;
    const before = digests[objectKey(object)];
    const now = digestsOf(each);
    const names = before
      ? Object.keys({ ...before, ...now }).filter((name) => before[name] !== now[name])
      : [];
    const label = `${resource.type} ${resource.name} (${object.id})`;
    return names.length === 0 ? [] : [`${label}: ${names.join(", ")} ${CHANGED}`];
  });

/** What earlier runs looked for, and have not finished, in a folder or, of a split account, in the projects below it. */
export const unfinishedNamedObjects = (
  folder: string,
  { split }: ImportFlags,
): readonly NamedObject[] =>
  (split ? projectsIn(folder) : ["."]).flatMap(
    (each) => readJournal(join(folder, each))?.named ?? [],
  );

/** The folders of projects, begun ones included, directly below a folder. */
export const projectsIn = (folder: string): string[] =>
  listFolder(folder).filter((each) =>
    ["Pulumi.yaml", JOURNAL].some((name) => existsSync(join(folder, each, name))),
  );

export const writeJournal = (folder: string, journal: Journal): void =>
  writeAtomically(join(folder, JOURNAL), `${JSON.stringify(journal, null, 2)}\n`);
export const removeJournal = (folder: string): void =>
  rmSync(join(folder, JOURNAL), { force: true });

/** Names of settings, which begin with a letter in YAML, and of resources, whose variables can differ. */
const SETTING = /^[A-Za-z][\w-]*$/;
const RESOURCE = /^\w[\w-]*$/;

/** A key of a resource begins with its type, the key of an id with a noun. */
const isName = (key: string, name: string): boolean =>
  (/^[A-Z]/.test(key) ? RESOURCE : SETTING).test(name);

const HEAD =
  "# Names of resources and settings. Edit them, and give this file to the import with --names.";

/** The names that a file gives; before a dry run has written it, none. */
export function readNames({ names: file, dryRun }: ImportFlags): Names {
  if (file === undefined || (dryRun && !existsSync(file))) return new Map();
  return readFile(file, (text) => {
    const content: unknown = parse(text) ?? {};
    if (!isObject(content)) throw new Error("it must have lines of KEY: NAME");
    const names = Object.entries(content).map(([key, name]) => [key, String(name)] as const);
    const [wrong] = names.filter(([key, name]) => !isName(key, name));
    if (wrong)
      throw new Error(
        `${wrong[0]}: a name has letters, digits, _ and -, and the name of a setting begins with a letter`,
      );
    return new Map(names);
  });
}

/** Writes the names that the resources and settings of a dry run have; they keep those that the file gives. */
export function writeNames(
  file: string,
  jobs: readonly { readonly given: Names; readonly plan: ImportedProgram }[],
): void {
  const objects = jobs.flatMap(({ plan }) => plan.declared);
  const comments = new Map(
    objects.map(({ object }) => [objectKey(object), ` # ${JSON.stringify(displayName(object))}`]),
  );
  const names = new Map([
    ...(jobs[0]?.given ?? []),
    ...objects.map(({ object, resource }) => [objectKey(object), resource.name] as const),
    ...jobs.flatMap(({ plan }) => [...plan.idNames]),
  ]);
  const lines = [...names].map(
    ([key, name]) => `${stringify({ [key]: name }).trimEnd()}${comments.get(key) ?? ""}`,
  );
  writeOutput(file, [HEAD, "", ...lines, ""].join("\n"));
}
