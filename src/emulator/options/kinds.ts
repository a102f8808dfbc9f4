import { z } from "@hono/zod-openapi";

type NameLists<Key extends string> = Readonly<Partial<Record<Key, readonly string[]>>>;

/** One behaviour that the API reference leaves open: what may be chosen, and what the emulator does when nothing is. */
export interface OptionRow<Value = string | number | readonly string[] | NameLists<string>> {
  /** What is done when nothing is chosen. */
  readonly default: Value;
  /** Another value, for the documentation. */
  readonly example: Value;
  /** What the choices do, and which part of the reference leaves them open. */
  readonly doc: string;
  /** What may be chosen, in Markdown. */
  readonly choices: string;
  /** What may be chosen, as a Zod schema. Its type is not given, because the public types need no library. */
  readonly schema: object;
}

type Input<Value> = Omit<OptionRow<Value>, "choices" | "schema">;

const name = z.string().min(1);
const quoted = (values: readonly string[]) => values.map((value) => `\`${value}\``).join(", ");

/** One of a few behaviours, whose default is the first of them. */
export const choice = <const Name extends string>(
  values: readonly [Name, ...Name[]],
  row: Omit<Input<NoInfer<Name>>, "default">,
): OptionRow<Name> => ({
  ...row,
  default: values[0],
  choices: quoted(values),
  schema: z.enum(values),
});

/** A whole number. @param unit what it counts */
export const number = (
  unit: string,
  [min, max]: readonly [number, number],
  row: Input<number>,
): OptionRow<number> => ({
  ...row,
  choices: `${unit}, ${min} to ${max}`,
  schema: z.int().min(min).max(max),
});

/** A text that is not empty. @param choices what it is */
export const text = (choices: string, row: Input<string>): OptionRow<string> => ({
  ...row,
  choices,
  schema: name,
});

/** A list of names, which may be empty. @param unit what is named */
export const names = (
  unit: string,
  row: Input<readonly string[]>,
): OptionRow<readonly string[]> => ({
  ...row,
  choices: `${unit}, separated by commas`,
  schema: z.array(name),
});

/** Accepted values of members, a list for each. */
export const valuesOf = <const Member extends string>({
  of,
  ...row
}: Input<NameLists<Member>> & { readonly of: readonly Member[] }): OptionRow<
  NameLists<Member>
> => ({
  ...row,
  choices: `values of members, \`MEMBER=VALUE,VALUE;MEMBER=…\`, of ${quoted(of)}`,
  schema: z.strictObject(
    Object.fromEntries(of.map((member) => [member, z.array(name).min(1).optional()])),
  ),
});
