import { keyOf } from "../../account/listing";
import type { Ended, Planned, Session, Written } from "./job";
import { removeJournal } from "./journal";
import { importAll, readStack } from "./stack";

/** Records the objects in the state, which ends what the journal is for. */
export async function importEntries(job: Written, { signal, progress }: Session): Promise<Ended> {
  const { folder, stack, entries, flags } = job;
  if (!stack) return { ...job, imported: 0 };
  if (entries.length > 0) {
    const step = progress.step(`importing into stack ${stack.name}, objects`, entries.length);
    const at = { cwd: folder.folder, signal, protects: flags.protect === true };
    await importAll(stack.name, entries, at, step);
  }
  removeJournal(folder.folder);
  return { ...job, imported: entries.length };
}

/** How many of the objects that were to be imported the state has. */
export async function recordedOf({ folder, stack, plan, entries }: Planned): Promise<number> {
  if (!stack || entries.length === 0) return 0;
  const { managed } = await readStack(stack.name, { cwd: folder.folder }, true).catch(() => stack);
  const keys = plan.declared.map(({ object }) => keyOf(object));
  return keys.filter((key) => managed.has(key) && !stack.managed.has(key)).length;
}
