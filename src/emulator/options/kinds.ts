interface Described<Value> {
  /** What is done when nothing is chosen. */
  readonly default: Value;
  /** Another value, for the documentation. */
  readonly example: Value;
  /** What the choices do, and which part of the reference leaves them open. */
  readonly doc: string;
}

/** One of a few behaviours. */
export interface ChoiceOption<Name extends string = string> extends Described<Name> {
  readonly kind: "choice";
  readonly values: readonly Name[];
}

/** A whole number. */
export interface NumberOption extends Described<number> {
  readonly kind: "number";
  /** What it counts. */
  readonly unit: string;
  readonly min: number;
  readonly max: number;
}

/** A text that is not empty. */
export interface TextOption extends Described<string> {
  readonly kind: "text";
  /** What it is. */
  readonly unit: string;
}

/** A list of names, which may be empty. */
export interface NamesOption extends Described<readonly string[]> {
  readonly kind: "names";
  /** What is named. */
  readonly unit: string;
}

/** Lists of names, each of what it is a list for. */
export interface ListsOption<Key extends string = string>
  extends Described<Readonly<Partial<Record<Key, readonly string[]>>>> {
  readonly kind: "lists";
  /** What the lists hold. */
  readonly unit: string;
  readonly of: readonly Key[];
}

/** One behaviour that the API reference leaves open: what may be chosen, and what the emulator does when nothing is. */
export type OptionRow = ChoiceOption | NumberOption | TextOption | NamesOption | ListsOption;

type Input<Row> = Omit<Row, "kind">;

/** A choice, whose default is the first of its values. */
export const choice = <const Name extends string>(
  values: readonly [Name, ...Name[]],
  rest: Omit<Input<ChoiceOption<NoInfer<Name>>>, "values" | "default">,
): ChoiceOption<Name> => ({ kind: "choice", values, default: values[0], ...rest });

export const number = (row: Input<NumberOption>): NumberOption => ({ kind: "number", ...row });

export const text = (row: Input<TextOption>): TextOption => ({ kind: "text", ...row });

export const names = (row: Input<NamesOption>): NamesOption => ({ kind: "names", ...row });

export const lists = <const Key extends string>(row: Input<ListsOption<Key>>): ListsOption<Key> => ({
  kind: "lists",
  ...row,
});
