import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jsonObject } from "../../core/schema/json";
import { isObject } from "../../core/schema/values";
import type { ModuleStyle } from "../../importing/modules";
import type { Language } from "../../importing/project";

/** What an import that did not end was about; it holds no secret. */
export interface Journal {
  readonly language: Language;
  readonly modules: ModuleStyle;
  /** Names of resources by the keys of their objects. */
  readonly names: Readonly<Record<string, string>>;
  /** Subjects of the files. */
  readonly files: readonly string[];
  /** The program was written beside another one. */
  readonly isBeside: boolean;
}

export const JOURNAL = ".edge-ingress-import.json";

/** What an earlier run has left to be done. */
export function readJournal(folder: string): Journal | undefined {
  const path = join(folder, JOURNAL);
  if (!existsSync(path)) return undefined;
  const journal = jsonObject(readFileSync(path, "utf8"));
  if (!journal || !isObject(journal.names) || !Array.isArray(journal.files)) {
    throw new Error(`${path} is not what an earlier import wrote: remove it, and the files that are not loaded`);
  }
  return journal as unknown as Journal;
}

export const writeJournal = (folder: string, journal: Journal): void =>
  writeFileSync(join(folder, JOURNAL), `${JSON.stringify(journal, null, 2)}\n`);

export const removeJournal = (folder: string): void => rmSync(join(folder, JOURNAL), { force: true });
