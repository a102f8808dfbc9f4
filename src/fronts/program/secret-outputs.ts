import { outputRows, type Table } from "../../core/schema/field";
import { holdsMarked, mayHoldMarked } from "./secretness";

/** Outputs that are secrets, as the SDK wants them, and when it is known which they are. */
export interface SecretOutputs {
  /** Filled before `settled`: the SDK reads the list only once it has waited for all arguments. */
  readonly names: string[];
  /** Undefined where nothing has to be waited for. */
  readonly settled?: Promise<void>;
}

/**
 * The outputs that repeat what the program marks as a secret: the mark of an argument does not reach the provider, which
 * could pass it on. Until it is known of an argument, its outputs count as secrets, so that none is shown by mistake.
 *
 * @param given Outputs that the program itself declares to be secrets.
 */
export function secretOutputs(
  table: Table,
  args: Readonly<Record<string, unknown>>,
  given: readonly string[] = [],
): SecretOutputs {
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
