import { z } from "@hono/zod-openapi";

type NameLists<Key extends string> = Readonly<Partial<Record<Key, readonly string[]>>>;

/**
 * A behaviour that the API reference leaves open: its choices, and the behaviour of the emulator if none is selected.
 */
export interface OptionRow<Value = string | number | readonly string[] | NameLists<string>> {
  /** The value if none is selected. */
  readonly default: Value;
  /** Another value, for the documentation. */
  readonly example: Value;
  /** The effects of the choices, and the part of the reference that leaves the behaviour open. */
  readonly doc: string;
  /** The choices, in Markdown. */
  readonly choices: string;
  /** The choices, as a Zod schema. The type is `object`, so that the public types need no library. */
  readonly schema: object;
}

type Input<Value> = Omit<OptionRow<Value>, "choices" | "schema">;

const name = z.string().min(1);
const quoted = (values: readonly string[]) => values.map((value) => `\`${value}\``).join(", ");

/** A choice among a few behaviours. The first is the default. */
export const choice = <const Name extends string>(
  values: readonly [Name, ...Name[]],
  row: Omit<Input<NoInfer<Name>>, "default">,
): OptionRow<Name> => ({
  ...row,
  default: values[0],
  choices: quoted(values),
  schema: z.enum(values),
});

/** A whole number. @param unit of the number */
export const number = (
  unit: string,
  [min, max]: readonly [number, number],
  row: Input<number>,
): OptionRow<number> => ({
  ...row,
  choices: `${unit}, ${min} to ${max}`,
  schema: z.int().min(min).max(max),
});

/** A text that is not empty. @param choices description of the text */
export const text = (choices: string, row: Input<string>): OptionRow<string> => ({
  ...row,
  choices,
  schema: name,
});

/** A list of names, which may be empty. @param unit description of the names */
export const names = (
  unit: string,
  row: Input<readonly string[]>,
): OptionRow<readonly string[]> => ({
  ...row,
  choices: `${unit}, separated by commas`,
  schema: z.array(name),
});

/** Accepted values of members, a list for each member. */
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
