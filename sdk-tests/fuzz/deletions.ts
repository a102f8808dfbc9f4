import type { Hosts } from "./hosts";
import { deletedWithin, type Options } from "./options";
import { removeBy } from "./registrations";
import type { Entry, StackState } from "./stack-state";

/** The deletions that an operation asks for. */
interface Deletions {
  /** True if the resource of this name is to be deleted. */
  readonly goes: (name: string) => boolean;
  readonly options: Options;
  /** The names of resources that remain because a resource that depends on them remains. */
  readonly needed?: readonly string[];
}

/**
 * Deletes removed and replaced resources: modules before the routes that they depend on. Returns true if no deletion
 * failed.
 */
export async function deleteAll(
  stack: StackState,
  hosts: Hosts,
  { goes, options, needed }: Deletions,
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
    // The condition also applies if an older object of that name is to be deleted.
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
    const deleted = [...entries].filter(([name, entry]) => goes(name) && isNext(name, entry));
    failures += await stack.all(deleted, async ([name, entry]) => {
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
