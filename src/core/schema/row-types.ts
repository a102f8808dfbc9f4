import type { Row, RowOptions, Table } from "./field";

/*
 * The compile-time checks of tables. A table declares a row for each member of an interface, and the compiler refuses a table that
 * does not fit its interface. With
 *
 *     interface Args { domain: Input<string>; format?: Input<"json" | undefined> }
 *
 * these tables do not compile:
 *
 *     fields<Args>()({ domain: string({ required: true }) })
 *         Property 'format' is missing: each member needs a row.
 *     fields<Args>()({ domain: string({ required: true }), format: uint32() })
 *         The value of `uint32()` is a number, the member is a text.
 *     fields<Args>()({ domain: string(), format: oneOf(["json"]) })
 *         `required: false` is not assignable to `true`: the member has no `undefined`, so its row is required.
 *     fields<Args>()({ domain: string({ required: true }), format: oneOf(["json"], { requiredWith: { site: true } }) })
 *         'site' is not assignable to 'domain' | 'format': a row may refer to arguments of its own table alone.
 *     fields<Args>()({ domain: string({ required: true, output: true }), … })
 *         `output: true` is not assignable to `false`: outputs belong into the second interface, `fields<Args, Outputs>`.
 *     nested<Args>()({ domain: string({ required: true, createOnly: true }), … })
 *         `nestable: false` is not assignable to `true`: a part of an argument cannot force replacement by itself.
 *     items<Args>()({ domain: string({ required: true, secret: true }), … })
 *         `secret: true` is not assignable to `false`: among the items of a list, a masked secret could not be found again.
 *
 * `sdk-tests/schema/traps.ts` has such tables, which the type check of the tests expects to fail.
 */

/** Checks a table against the interfaces of its arguments and read-only outputs. */
export const fields = <Args, Outputs = unknown>(): Checker<TableOf<Args, Outputs>, Table> =>
  checked;

/** Checks the table of a nested object. Its members cannot force replacement, be a part of a path, or be read-only. */
export const nested = <Args>(): Checker<TableOf<Args, unknown, { nestable: true }>, Nested<Args>> =>
  checked;

/** Checks the table of the items of a list. They cannot contain a secret. */
export const items = <Args>(): Checker<
  TableOf<Args, unknown, { nestable: true; secret: false }>,
  Nested<Args, false>
> => checked;

/** A function that accepts the table `T`, and marks its result as checked. */
type Checker<T, Mark> = (table: T) => T & Mark;

/** The table itself: the compiler has checked it. */
const checked = (table: Table): never => table as never;

declare const CHECKED: unique symbol;

/** A table that {@link nested} or {@link items} has checked. `Secret` is false if the table has no secret. */
export interface Nested<Args, Secret = boolean> extends Table {
  readonly [CHECKED]: { readonly secret: Secret; args(args: Args): Args };
}

/** The facts about a row that only the compiler knows. */
interface RowFacts {
  /** True if the program has to declare the argument. */
  readonly required: boolean;
  readonly output: boolean;
  /** The names of the arguments to which the row refers. */
  readonly refers: PropertyKey;
  /** True if the row may be a member of a nested object. */
  readonly nestable: boolean;
  /** True if the row is secret, or contains a secret. */
  readonly secret: unknown;
}

/** A row for values of type `T`. The member `_types` does not exist at run time. */
export type RowOf<T, Facts extends Partial<RowFacts>> = Row & {
  readonly _types?: Facts & { value(value: T): T };
};

/** The rows that the interfaces need: a row of the right type for each member. `Facts` are required of every row. */
type TableOf<Args, Outputs = unknown, Facts = unknown> = {
  readonly [K in keyof Args]-?: RowOf<
    Value<Args[K]>,
    Facts & {
      required: undefined extends Args[K] ? false : true;
      output: false;
      refers: keyof Args;
    }
  >;
} & {
  readonly [K in keyof Outputs]-?: RowOf<
    Value<Outputs[K]>,
    Facts & { output: true; refers: keyof Args }
  >;
};

/** The row that a builder of `rows.ts` makes for values of type `T` from the options `O`. */
export type BuiltRow<T, O, Secret = HasOption<O, "secret">> = RowOf<
  T,
  {
    required: HasOption<O, "required">;
    output: HasOption<O, "output">;
    refers: ReferredArguments<O>;
    nestable: IsNestable<O>;
    secret: Secret;
  }
>;

type HasOption<O, Key extends keyof RowOptions> = O extends { readonly [K in Key]: true }
  ? true
  : false;

type ReferredArguments<O> =
  | (O extends { readonly requiredWith: infer Required } ? keyof Required : never)
  | (O extends { readonly presentWith: infer Argument extends string } ? Argument : never)
  | (O extends { readonly repeats: readonly (infer Argument extends string)[] } ? Argument : never);

/** Options that a nested object cannot have, because the provider creates, sends and compares an argument as a whole. */
type NotNestable = "createOnly" | "providerOnly" | "pathParameter" | "output";

type IsNestable<O> = true extends { [Key in NotNestable]: HasOption<O, Key> }[NotNestable]
  ? false
  : true;

/** An `Output` of Pulumi, known by its members, so that core needs no library of the engine. */
interface OutputLike<T> {
  apply(...args: never[]): unknown;
  get(): T;
}

/** The type of a value without the promises and outputs around it, and around its parts. */
export type Plain<T> =
  T extends Promise<infer Resolved>
    ? PlainParts<Resolved>
    : T extends OutputLike<infer Known>
      ? PlainParts<Known>
      : PlainParts<T>;

type PlainParts<T> = T extends readonly (infer Item)[]
  ? Plain<Item>[]
  : T extends object
    ? { [K in keyof T]: Plain<T[K]> }
    : T;

/** The type of an argument that is present. */
export type Value<T> = Exclude<Plain<T>, undefined>;
