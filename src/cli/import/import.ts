import type { Ended, Written } from "./job";
import { removeJournal } from "./journal";
import { importAll } from "./stack";

/** Records the objects in the state, which ends what the journal is for. */
export async function importEntries(job: Written): Promise<Ended> {
  const { folder, stack, entries } = job;
  if (!stack) return { ...job, imported: 0 };
  if (entries.length > 0) await importAll(stack.name, entries, folder.folder);
  removeJournal(folder.folder);
  return { ...job, imported: entries.length };
}
