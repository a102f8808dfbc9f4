import type { Format, LeafRow, RowOptions } from "./field";
import type { BuiltRow, Nested, Plain } from "./row-types";

/* Builders of rows. A row is plain data; its type contains the type of its values, which `row-types.ts` compares. */

/** The options of rows that are not texts. Only a text can be secret: the provider has to recognize it if a response masks it. */
type Options = Omit<RowOptions, "default" | "secret">;

/** A builder of rows of a kind, for values of type `T`. `Extra` are the options of that kind alone. */
const builder =
  <T, Extra = unknown>(kind: LeafRow["kind"], preset: RowOptions = {}) =>
  <const O extends Options & Extra>(options?: O): BuiltRow<T, O> =>
    ({ kind, ...preset, ...options }) as BuiltRow<T, O>;

/** A text. An empty text counts as absent. `maxBytes` counts UTF-8 bytes. */
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

/** A text or number out of a few. */
export const oneOf = <
  const V extends string | number,
  const O extends Options & { readonly default?: NoInfer<V> & string },
>(
  values: readonly V[],
  options?: O,
): BuiltRow<V, O> => ({ kind: "oneOf", values, equalUpTo: "letterCase", ...options });

/** A flag. */
export const boolean = builder<boolean, { readonly default?: boolean }>("boolean");

type Limits = { readonly min?: number; readonly max?: number; readonly default?: number };

/** A whole number from 0 or `min` to 4294967295 or `max`. If it is absent and has no default, the service chooses. */
export function uint32<const O extends Options & Limits>(options?: O): BuiltRow<number, O> {
  const preset: RowOptions = options?.default === undefined ? { computed: true } : {};
  return { kind: "uint32", ...preset, ...options };
}

/** A number from 0 to 1. If it is absent, the service chooses. */
export const fraction = builder<number>("fraction", { computed: true });

/** A list of texts. Order and repetitions mean nothing. */
export const set = builder<string[]>("set");

/** A list of texts. The order means something. */
export const list = builder<string[]>("list");

/** HTTP header fields, by their names. The letter case of a name makes no difference. */
export const headers = builder<Record<string, string>>("headers");

/** Names of HTTP header fields, in any letter case and order. */
export const headerNames = builder<string[]>("headerNames", { equalUpTo: "letterCase" });

/** A JSON object whose members are passed on as they are. */
export const json = <T extends object>(): BuiltRow<Plain<T>, unknown> => ({ kind: "json" });

/** A nested object. */
export const object = <A, Secret, const O extends Options & { readonly exactlyOne?: true }>(
  table: Nested<A, Secret>,
  options?: O,
): BuiltRow<Plain<A>, O, Secret> => ({ kind: "object", fields: table, ...options });

/** A list of nested objects without secrets. */
export const objects = <A, const O extends Options & { readonly ordered?: true }>(
  table: Nested<A, false>,
  options?: O,
): BuiltRow<Plain<A>[], O, false> => ({ kind: "objects", fields: table, ...options });
