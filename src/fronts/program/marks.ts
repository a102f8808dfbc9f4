import * as pulumi from "@pulumi/pulumi";
import { outputRows, type Table } from "../../core/schema/field";
import { isPlainObject, type Values } from "../../core/schema/values";
import { type Visited, visits } from "../../core/schema/walk";

/**
 * The property with the paths of the arguments that the program has marked as secret, for the provider, which gets such
 * values in plaintext and without their marks. A path ends at a row, or at a member of a map: below it, anything that
 * is marked makes all of it secret. The secrets of the tables are left out, and what a transform marks later. Without
 * any mark there is no property, because the state holds it twice.
 *
 * @param outputs Names of properties that the resource's options mark.
 */
export function markedProperty(table: Table, args: object, outputs: readonly string[]) {
  const pending = visits(table, args as Values).filter(
    ({ row, value, isOpen }) => !row?.secret && !isOpen && mayHoldMarked(value),
  );
  if (pending.length === 0 && outputs.length === 0) return {};
  return { __secrets: secretPaths(pending, outputs) };
}

/** @param pending Arguments that only an apply will know. */
async function secretPaths(
  pending: readonly Visited[],
  outputs: readonly string[],
): Promise<string[] | undefined> {
  // A value that fails is reported where it is used.
  const isMarked = ({ value }: Visited) => holdsMarked(value).catch(() => false);
  const found = await Promise.all(
    pending.map(async (each) => ((await isMarked(each)) ? [each.path] : [])),
  );
  const paths = [...new Set([...found.flat(), ...outputs])];
  return paths.length === 0 ? undefined : paths;
}

/**
 * The outputs that repeat what the program marks as a secret: the provider does not get the marks, so it cannot pass
 * them on. Until it is known whether an argument is marked, its outputs count as secrets.
 *
 * @param given Outputs that the program itself declares to be secrets.
 * @returns The names of the outputs. If `settled` is there, the list is final after it: the SDK reads it then.
 */
export function secretOutputs(
  table: Table,
  args: Readonly<Record<string, unknown>>,
  given: readonly string[] = [],
): { readonly names: string[]; readonly settled?: Promise<void> } {
  const repeating = outputRows(table).flatMap(([name, { repeats = [] }]) => {
    const repeated = repeats.map((argument) => args[argument]).filter(mayHoldMarked);
    return repeated.length > 0 && !given.includes(name) ? [{ name, repeated }] : [];
  });
  const names = [...given, ...repeating.map(({ name }) => name)];
  if (repeating.length === 0) return { names };
  const settle = async ({ name, repeated }: (typeof repeating)[number]) => {
    // An argument that fails fails its resource too, and there is nothing to show.
    const areSecret = await Promise.all(repeated.map((arg) => holdsMarked(arg).catch(() => true)));
    if (!areSecret.includes(true)) names.splice(names.indexOf(name), 1);
  };
  return { names, settled: Promise.all(repeating.map(settle)).then(() => undefined) };
}

/** Whether there is an output or promise anywhere in a value, which the program may have marked as a secret. */
const mayHoldMarked = (value: unknown): boolean =>
  pulumi.Output.isInstance(value) ||
  value instanceof Promise ||
  membersOf(value).some(mayHoldMarked);

/** Whether the program has marked anything in a value. No output is made for that: nobody would hear of its failure. */
async function holdsMarked(value: unknown): Promise<boolean> {
  if (pulumi.Output.isInstance(value)) return pulumi.isSecret(value);
  if (value instanceof Promise) return holdsMarked(await value);
  return (await Promise.all(membersOf(value).map(holdsMarked))).includes(true);
}

const membersOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value;
  return isPlainObject(value) ? Object.values(value) : [];
};
