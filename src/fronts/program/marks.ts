import type { Table } from "../../core/schema/field";
import type { Values } from "../../core/schema/values";
import { walk } from "../../core/schema/walk";
import { holdsMarked, mayHoldMarked } from "./secretness";

/** What the program gives for an argument and only an apply will know, with the argument's path. */
interface Later {
  readonly path: string;
  readonly value: unknown;
}

/**
 * The property with the paths of the arguments that the program has marked as secret, if there are any. The provider gets such values in
 * clear and without their marks, and has to take them out of what a service says of a refused request. A path ends
 * at a row, or at a member of a map: below it, anything that is marked makes all of it secret. What the tables say to be secret is left out, and
 * so is the whole property where nothing is marked: state holds it twice. What a transform marks later is not seen.
 *
 * @param outputs Names of properties that the resource's options mark.
 */
export function markedProperty(table: Table, args: object, outputs: readonly string[]) {
  const later: Later[] = [];
  walk(table, args as Values, ({ row, value, path, isOpen, below }) => {
    if (row?.secret) return;
    if (isOpen) below();
    else if (mayHoldMarked(value)) later.push({ path, value });
  });
  if (later.length === 0 && outputs.length === 0) return {};
  return { __secrets: secretPaths(later, outputs) };
}

async function secretPaths(later: readonly Later[], outputs: readonly string[]): Promise<string[] | undefined> {
  // A value that fails is reported where it is used.
  const isMarked = ({ value }: Later) => holdsMarked(value).catch(() => false);
  const found = await Promise.all(later.map(async (each) => ((await isMarked(each)) ? [each.path] : [])));
  const paths = [...new Set([...found.flat(), ...outputs])];
  return paths.length === 0 ? undefined : paths;
}
