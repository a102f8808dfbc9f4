import type { Hosts } from "./hosts";
import { deletedWithin, type Options } from "./options";
import { removeBy } from "./registrations";
import type { Entry, StackState } from "./stack-state";

/** Which deletions an operation asks for. */
interface Wanted {
  /** Whether the resource of this name is to go. */
  readonly goes: (name: string) => boolean;
  readonly options: Options;
  /** The names of those that stay because something that depends on them does. */
  readonly needed?: readonly string[];
}

/** Deletes what goes, and what was replaced: modules before the routes that they depend on. Tells whether nothing failed. */
export async function deleteAll(
  stack: StackState,
  hosts: Hosts,
  { goes, options, needed }: Wanted,
): Promise<boolean> {
  const { entries, pendingDeletes } = stack;
  const replaced = [...pendingDeletes];
  const going = [...[...entries.keys()].filter(goes), ...replaced.map(({ name }) => name)];
  let names: ReadonlySet<string>;
  try {
    names = new Set(deletedWithin(options, entries, going));
  } catch (error) {
    stack.errors.push((error as Error).message);
    return false;
  }
  const stays = new Set(needed);
  const remove = async (name: string, entry: Entry) => {
    // Also if it is an older object of that name that goes.
    if (names.has(entry.deletedWith ?? "")) return;
    try {
      await removeBy(hosts, name, entry);
    } catch (error) {
      if (entry.dependsOn !== undefined) stays.add(entry.dependsOn);
      throw error;
    }
  };
  let failures = 0;
  for (const isModule of [true, false]) {
    const isNext = (name: string, entry: Entry) =>
      (entry.dependsOn !== undefined) === isModule && names.has(name) && !stays.has(name);
    const gone = [...entries].filter(([name, entry]) => goes(name) && isNext(name, entry));
    failures += await stack.all(gone, async ([name, entry]) => {
      await remove(name, entry);
      entries.delete(name);
    });
    const older = replaced.filter((entry) => isNext(entry.name, entry));
    failures += await stack.all(older, async (entry) => {
      await remove(entry.name, entry);
      pendingDeletes.splice(pendingDeletes.indexOf(entry), 1);
    });
    if (failures > 0 && !options.continueOnError) return false;
  }
  return failures === 0;
}
