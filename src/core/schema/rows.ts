import type { Format, LeafRow, Nested, Plain, RowOf, RowOptions } from "./field";

/** Builders of rows: each gives plain data, typed by what its values are. */

/** Only a text can be masked in an answer, and be known again. */
type Options = Omit<RowOptions, "default" | "secret">;

type Is<O, Key extends keyof RowOptions> = O extends { readonly [K in Key]: true } ? true : false;

type Refers<O> =
  | (O extends { readonly requiredWith: infer R } ? keyof R : never)
  | (O extends { readonly presentWith: infer K } ? K : never)
  | (O extends { readonly repeats: readonly (infer K)[] } ? K : never);

type OnlyWhole = "createOnly" | "providerOnly" | "pathParameter" | "output";

type Built<T, O, Secret = Is<O, "secret">> = RowOf<
  T,
  {
    required: Is<O, "required">;
    output: Is<O, "output">;
    /** The names of the arguments that the row names. */
    refers: Refers<O>;
    /** Whether it means anything in a nested object: what is created, sent or compared by itself is whole. */
    nestable: true extends { [K in OnlyWhole]: Is<O, K> }[OnlyWhole] ? false : true;
    /** Whether it is, or holds, a secret. */
    secret: Secret;
  }
>;

/** The builder of rows of a kind, whose values are of type `T`; `Extra` are options of that kind alone. */
const builder =
  <T, Extra = unknown>(kind: LeafRow["kind"], preset: RowOptions = {}) =>
  <const O extends Options & Extra>(options?: O): Built<T, O> =>
    ({ kind, ...preset, ...options }) as Built<T, O>;

/** Text; an empty text is an absent one. `maxBytes` counts UTF-8 bytes. */
export const string = builder<
  string,
  {
    readonly secret?: true;
    readonly default?: string;
    readonly maxBytes?: number;
    readonly format?: Format;
  }
>("string");

/** A domain name: letter case, a trailing dot, and Unicode in place of Punycode make no difference. */
export const domain = builder<string>("domain", { equalUpTo: "domain" });

/** One of a few texts or numbers. */
export const oneOf = <
  const V extends string | number,
  const O extends Options & { readonly default?: NoInfer<V> & string },
>(
  values: readonly V[],
  options?: O,
): Built<V, O> => ({ kind: "oneOf", values, equalUpTo: "letterCase", ...options });

/** A flag. */
export const boolean = builder<boolean, { readonly default?: boolean }>("boolean");

type Limits = { readonly min?: number; readonly max?: number; readonly default?: number };

/** A whole number from 0 or `min` to 4294967295 or `max`. The service chooses one that is absent and has no default. */
export const uint32 = <const O extends Options & Limits>(options?: O): Built<number, O> => ({
  kind: "uint32",
  ...(options?.default === undefined && { computed: true }),
  ...options,
});

/** A number from 0 to 1. The service chooses one that is absent. */
export const fraction = builder<number>("fraction", { computed: true });

/** A list of texts whose order and repetitions mean nothing. */
export const set = builder<string[]>("set");

/** A list of texts in an order that means something. */
export const list = builder<string[]>("list");

/** HTTP header fields: values by names, whose letter case makes no difference. */
export const headers = builder<Record<string, string>>("headers");

/** Names of HTTP header fields, in any letter case and order. */
export const headerNames = builder<string[]>("headerNames", { equalUpTo: "letterCase" });

/** A JSON object whose members are passed on as they are. */
export const json = <T extends object>(): Built<Plain<T>, unknown> => ({ kind: "json" });

/** A nested object. */
export const object = <A, Secret, const O extends Options & { readonly exactlyOne?: true }>(
  table: Nested<A, Secret>,
  options?: O,
): Built<Plain<A>, O, Secret> => ({ kind: "object", fields: table, ...options });

/** A list of nested objects, none of which holds a secret. */
export const objects = <A, const O extends Options & { readonly ordered?: true }>(
  table: Nested<A, false>,
  options?: O,
): Built<Plain<A>[], O, false> => ({ kind: "objects", fields: table, ...options });
