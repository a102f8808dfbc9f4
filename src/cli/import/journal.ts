import { createHash } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { keyOf } from "../../account/listing";
import type { NamedObject } from "../../account/named";
import { isObject } from "../../core/schema/values";
import type { Declared } from "../../importing/declared";
import type { ModuleStyle } from "../../importing/modules";
import type { Language } from "../../importing/project";
import { jsonIn, namesIn, writeWhole } from "./folder";
import type { ImportFlags } from "./job";

/** Texts by keys of objects. */
type ByKey<T = string> = Readonly<Record<string, T>>;

/** What an import that did not end was about; it holds no secret. */
export interface Journal {
  readonly language: Language;
  readonly modules: ModuleStyle;
  /** Names of resources. */
  readonly names: ByKey;
  /** Edges and routes that were looked for, so that the next run finds them, whatever its options are. */
  readonly named: readonly NamedObject[];
  /** Subjects of the files. */
  readonly files: readonly string[];
  /** The subjects of the objects. */
  readonly parts?: ByKey;
  /** Names of the settings for ids. */
  readonly settings?: ByKey;
  /** What the program states of each object: digests of its arguments. */
  readonly digests?: ByKey<ByKey>;
  /** The program was written beside another one. */
  readonly isBeside: boolean;
}

export const JOURNAL = ".edge-ingress-import.json";

/** What an earlier run has left to be done. */
export function readJournal(folder: string): Journal | undefined {
  const path = join(folder, JOURNAL);
  if (!existsSync(path)) return undefined;
  const journal = jsonIn(path);
  if (!journal || !isObject(journal.names) || ![journal.files, journal.named].every(Array.isArray)) {
    throw new Error(`${path} is not what an earlier import wrote: remove it, and the files that are not loaded`);
  }
  return journal as unknown as Journal;
}

/** Digests of the arguments that a program states; it states no secret. */
export function digestsOf(declared: readonly Declared[]): ByKey<ByKey> {
  const digestOf = (value: unknown) =>
    createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 12);
  const ofArguments = ({ object, resource }: Declared) => {
    const digests = Object.entries(resource.args).map(([name, value]) => [name, digestOf(value)]);
    return [keyOf(object), Object.fromEntries(digests)] as const;
  };
  return Object.fromEntries(declared.map(ofArguments));
}

/** What somebody has changed since an earlier run has declared it: the program states what was before. */
export function changedSince(digests: ByKey<ByKey>, declared: readonly Declared[]): string[] {
  const now = digestsOf(declared);
  return declared.flatMap(({ object, resource }) => {
    const [before, after = {}] = [digests[keyOf(object)], now[keyOf(object)]];
    const names = Object.keys({ ...before, ...after }).filter((name) => before?.[name] !== after[name]);
    if (!before || names.length === 0) return [];
    const text =
      "changed since an earlier run declared it, and the next `pulumi up` takes that back: correct the program";
    return [`${resource.type} ${resource.name} (${object.id}): ${names.join(", ")} ${text}`];
  });
}

/** What earlier runs looked for, and have not finished, in a folder or, of a split account, in the projects below it. */
export const namedBefore = (folder: string, { split }: ImportFlags): readonly NamedObject[] =>
  (split ? projectsIn(folder) : ["."]).flatMap((each) => readJournal(join(folder, each))?.named ?? []);

/** The folders of projects, begun ones included, directly below a folder. */
export const projectsIn = (folder: string): string[] =>
  namesIn(folder).filter((each) => ["Pulumi.yaml", JOURNAL].some((name) => existsSync(join(folder, each, name))));

export const writeJournal = (folder: string, journal: Journal): void =>
  writeWhole(join(folder, JOURNAL), `${JSON.stringify(journal, null, 2)}\n`);

export const removeJournal = (folder: string): void => rmSync(join(folder, JOURNAL), { force: true });
