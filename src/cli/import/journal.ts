import { hash } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { keyOf } from "../../account/listing";
import type { NamedObject } from "../../account/named";
import { isObject } from "../../core/schema/values";
import type { Declared } from "../../importing/declared";
import type { ModuleStyle } from "../../importing/modules";
import type { Plan } from "../../importing/plan";
import type { Language } from "../../importing/project";
import { jsonIn, namesIn, writeWhole } from "./folder";
import type { ImportFlags } from "./job";

/** Texts by names. */
type Texts = Readonly<Record<string, string>>;

/** What an import that did not end was about. */
export type Journal = ReturnType<typeof journalOf>;

/** What the next run needs if this one does not end; it holds no secret. */
export const journalOf = (
  { declared, parts, idNames }: Plan,
  // The next run finds what is named, whatever its options are.
  begun: Readonly<{ language: Language; modules: ModuleStyle; named: readonly NamedObject[]; isBeside: boolean }>,
  digests: Readonly<Record<string, Texts>>,
) => ({
  ...begun,
  names: Object.fromEntries(declared.map(({ object, resource }) => [keyOf(object), resource.name])),
  /** Names of the settings for ids. */
  settings: Object.fromEntries(idNames),
  /** What the program states of each object. */
  digests: { ...Object.fromEntries(declared.map((each) => [keyOf(each.object), digestsOf(each)])), ...digests },
  /** The subjects of the files that the objects are in. */
  parts: Object.fromEntries(parts.flatMap(({ subject, keys }) => keys.map((key) => [key, subject]))),
});

export const JOURNAL = ".edge-ingress-import.json";

/** What an earlier run has left to be done. */
export function readJournal(folder: string): Journal | undefined {
  const path = join(folder, JOURNAL);
  if (!existsSync(path)) return undefined;
  const journal = jsonIn(path);
  if (!journal || ![journal.names, journal.parts].every(isObject) || !Array.isArray(journal.named)) {
    throw new Error(`${path} is not what an earlier import wrote: remove it, and the files that are not loaded`);
  }
  return journal as unknown as Journal;
}

/** Digests of the arguments of an object; the program states no secret. */
const digestsOf = ({ resource }: Declared): Texts =>
  Object.fromEntries(Object.entries(resource.args).map(([name, value]) => [name, digestOf(value)]));

const digestOf = (value: unknown): string => hash("sha256", JSON.stringify(value), "base64url").slice(0, 12);

const CHANGED =
  "changed since an earlier run declared it, and the next `pulumi up` takes that back: correct the program";

/** What somebody has changed since an earlier run has declared it: the program states what was before. */
export const changedSince = ({ digests }: Journal, declared: readonly Declared[]): string[] =>
  declared.flatMap((each) => {
    const { object, resource } = each;
    const [before, now] = [digests[keyOf(object)], digestsOf(each)];
    const names = before ? Object.keys({ ...before, ...now }).filter((name) => before[name] !== now[name]) : [];
    return names.length === 0
      ? []
      : [`${resource.type} ${resource.name} (${object.id}): ${names.join(", ")} ${CHANGED}`];
  });

/** What earlier runs looked for, and have not finished, in a folder or, of a split account, in the projects below it. */
export const namedBefore = (folder: string, { split }: ImportFlags): readonly NamedObject[] =>
  (split ? projectsIn(folder) : ["."]).flatMap((each) => readJournal(join(folder, each))?.named ?? []);

/** The folders of projects, begun ones included, directly below a folder. */
export const projectsIn = (folder: string): string[] =>
  namesIn(folder).filter((each) => ["Pulumi.yaml", JOURNAL].some((name) => existsSync(join(folder, each, name))));

export const writeJournal = (folder: string, journal: Journal): void =>
  writeWhole(join(folder, JOURNAL), `${JSON.stringify(journal, null, 2)}\n`);

export const removeJournal = (folder: string): void => rmSync(join(folder, JOURNAL), { force: true });
