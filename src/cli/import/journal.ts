import { hash } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { objectKey } from "../../account/account";
import type { NamedObject } from "../../account/ids/named-objects";
import { isObject } from "../../core/schema/values";
import type { Declared } from "../../importing/declaration";
import type { ImportedProgram } from "../../importing/imported-program";
import type { ModuleStyle } from "../../importing/modules";
import type { Language } from "../../importing/project";
import { listFolder, readJson, writeAtomically } from "./files";
import type { ImportFlags } from "./job";

/** The name of the file in the folder of the project. */
export const JOURNAL = ".edge-ingress-import.json";

/** The choices of a run that the next run repeats, whatever its options are. */
interface RunChoices {
  readonly language: Language;
  readonly modules: ModuleStyle;
  readonly named: readonly NamedObject[];
  readonly isBeside: boolean;
}

/** Digests of arguments, by their names. */
type ArgumentDigests = Readonly<Record<string, string>>;

/** The information with which the next run finishes a run that was interrupted. It contains no secret. */
export interface Journal extends RunChoices {
  /** Names of resources, by the keys of their objects. */
  readonly names: Readonly<Record<string, string>>;
  /** Names of the settings for ids, by their keys. */
  readonly settings: Readonly<Record<string, string>>;
  /** Digests of the declared arguments, by the keys of objects. */
  readonly digests: Readonly<Record<string, ArgumentDigests>>;
  /** Names of files without extensions, by the keys of the objects that they declare. */
  readonly parts: Readonly<Record<string, string>>;
}

export function createJournal(
  { declared, parts, idNames }: ImportedProgram,
  choices: RunChoices,
  earlierDigests: Journal["digests"],
): Journal {
  const names = declared.map(({ object, resource }) => [objectKey(object), resource.name]);
  const digests = declared.map((declaration) => {
    return [objectKey(declaration.object), argumentDigests(declaration)] as const;
  });
  const stems = parts.flatMap(({ stem, keys }) => keys.map((key) => [key, stem]));
  return {
    ...choices,
    names: Object.fromEntries(names),
    settings: Object.fromEntries(idNames),
    digests: { ...Object.fromEntries(digests), ...earlierDigests },
    parts: Object.fromEntries(stems),
  };
}

/** Reads the journal of a run that was interrupted; undefined if there is none. */
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

export const writeJournal = (folder: string, journal: Journal): void =>
  writeAtomically(join(folder, JOURNAL), `${JSON.stringify(journal, null, 2)}\n`);

export const removeJournal = (folder: string): void =>
  rmSync(join(folder, JOURNAL), { force: true });

/** The named objects of interrupted runs, in a folder or, of a split account, in the projects below the folder. */
export function unfinishedNamedObjects(
  folder: string,
  { split }: ImportFlags,
): readonly NamedObject[] {
  const projects = split ? listProjects(folder) : ["."];
  return projects.flatMap((project) => readJournal(join(folder, project))?.named ?? []);
}

/** The folders of projects directly below a folder, including projects that an interrupted run began. */
export const listProjects = (folder: string): string[] =>
  listFolder(folder).filter((name) =>
    ["Pulumi.yaml", JOURNAL].some((file) => existsSync(join(folder, name, file))),
  );

const CHANGED =
  "changed since an earlier run declared it, and the next `pulumi up` takes that back: correct the program";

/**
 * Notes about objects that changed after an earlier run declared them. The program contains the
 * earlier arguments.
 */
export function changeNotes({ digests }: Journal, declared: readonly Declared[]): string[] {
  const notes: string[] = [];
  for (const declaration of declared) {
    const { object, resource } = declaration;
    const earlier = digests[objectKey(object)];
    const changed = earlier ? changedArguments(earlier, argumentDigests(declaration)) : [];
    if (changed.length === 0) continue;
    const label = `${resource.type} ${resource.name} (${object.id})`;
    notes.push(`${label}: ${changed.join(", ")} ${CHANGED}`);
  }
  return notes;
}

const changedArguments = (earlier: ArgumentDigests, current: ArgumentDigests): string[] =>
  Object.keys({ ...earlier, ...current }).filter((name) => earlier[name] !== current[name]);

const argumentDigests = ({ resource }: Declared): ArgumentDigests =>
  Object.fromEntries(Object.entries(resource.args).map(([name, value]) => [name, digest(value)]));

const digest = (value: unknown): string =>
  hash("sha256", JSON.stringify(value), "base64url").slice(0, 12);
