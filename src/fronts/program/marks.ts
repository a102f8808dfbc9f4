import * as pulumi from "@pulumi/pulumi";
import { outputRows, type Table } from "../../core/schema/field";
import { isPlainObject, type Values } from "../../core/schema/values";
import { type Visited, visits } from "../../core/schema/walk";
import { isOutputOrPromise } from "./inputs";

/**
 * The property with the paths of the arguments that the program has marked as secret. The provider needs it because it gets the
 * values in plaintext and without their marks. A path ends at a row, or at a member of a map: a marked part makes the whole value
 * secret. The property omits the secrets of the tables, and values that a transform marks later. Without any mark there is no
 * property, because the state would contain it twice.
 *
 * @param outputs Names of properties that the options of the resource mark.
 */
export function markedProperty(table: Table, args: object, outputs: readonly string[]) {
  const pending = visits(table, args as Values).filter(
    ({ row, value, isOpen }) => !row?.secret && !isOpen && mayContainMark(value),
  );
  if (pending.length === 0 && outputs.length === 0) return {};
  return { __secrets: secretPaths(pending, outputs) };
}

/** @param pending Arguments with outputs or promises, which may be marked. */
async function secretPaths(
  pending: readonly Visited[],
  outputs: readonly string[],
): Promise<string[] | undefined> {
  // The failure of a value is reported by the code that uses the value.
  const isMarked = ({ value }: Visited) => containsMark(value).catch(() => false);
  const areMarked = await Promise.all(pending.map(isMarked));
  const marked = pending.filter((_, index) => areMarked[index]).map(({ path }) => path);
  const paths = [...new Set([...marked, ...outputs])];
  return paths.length === 0 ? undefined : paths;
}

/** The names of secret outputs, for the option `additionalSecretOutputs`. */
export interface SecretOutputs {
  /** The names. Until `final` is fulfilled, the list also has outputs that may turn out not to be secret. */
  readonly names: string[];
  /** Removes the names of outputs that are not secret from the list. Absent if the list is final from the beginning. */
  readonly final?: Promise<void>;
}

/**
 * The outputs that repeat an argument which the program has marked as secret. The provider does not get the marks, so it cannot
 * return such outputs as secrets.
 *
 * It takes an apply to know whether an argument is marked, but the SDK takes the option as a plain list. The SDK reads the list
 * only after all arguments are known. So the list begins with every output that may be secret, and the promise, for which the SDK
 * waits as for an argument, shortens the list in place.
 *
 * @param declared Outputs that the program itself declares secret.
 */
export function secretOutputs(
  table: Table,
  args: Readonly<Record<string, unknown>>,
  declared: readonly string[] = [],
): SecretOutputs {
  const candidates = outputRows(table)
    .map(([name, { repeats = [] }]) => {
      const repeated = repeats.map((argument) => args[argument]).filter(mayContainMark);
      return { name, repeated };
    })
    .filter(({ name, repeated }) => repeated.length > 0 && !declared.includes(name));
  const names = [...declared, ...candidates.map(({ name }) => name)];
  if (candidates.length === 0) return { names };
  const removeUnlessSecret = async ({ name, repeated }: (typeof candidates)[number]) => {
    // An argument that fails also fails its resource, so its outputs never become visible.
    const areMarked = await Promise.all(
      repeated.map((argument) => containsMark(argument).catch(() => true)),
    );
    if (!areMarked.includes(true)) names.splice(names.indexOf(name), 1);
  };
  return { names, final: Promise.all(candidates.map(removeUnlessSecret)).then(() => undefined) };
}

/** True if a value contains an output or promise, which the program may have marked as secret. */
const mayContainMark = (value: unknown): boolean =>
  isOutputOrPromise(value) || memberValues(value).some(mayContainMark);

/** True if the program has marked a part of a value as secret. It creates no output, whose failure nothing would report. */
async function containsMark(value: unknown): Promise<boolean> {
  if (pulumi.Output.isInstance(value)) return pulumi.isSecret(value);
  if (value instanceof Promise) return containsMark(await value);
  return (await Promise.all(memberValues(value).map(containsMark))).includes(true);
}

const memberValues = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value;
  return isPlainObject(value) ? Object.values(value) : [];
};
