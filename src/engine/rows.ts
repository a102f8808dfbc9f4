import type { Input } from "@pulumi/pulumi";
import type { Fields, RowOf, RowOptions, Value } from "./field";

/** Builders of rows: each gives plain data, typed by what its values are. */

/** A JSON value, in which any part may be an output. */
export type JsonArgs = string | number | boolean | null | Input<JsonArgs>[] | JsonObjectArgs;

/** A JSON object, in which any part may be an output. */
export interface JsonObjectArgs {
  [name: string]: Input<JsonArgs>;
}

type Is<O, Key extends keyof RowOptions> = O extends { readonly [K in Key]: true } ? true : false;
type Built<T, O> = RowOf<T, Is<O, "required">, Is<O, "output">>;
type Options = Omit<RowOptions, "default">;

/** Text; an empty text is an absent one. `maxBytes` counts UTF-8 bytes. */
export const string = <const O extends Options & { readonly default?: string; readonly maxBytes?: number }>(
  options?: O,
): Built<string, O> => ({ kind: "string", ...options });

/** A domain name: letter case and a trailing dot make no difference. */
export const domain = <const O extends Options>(options?: O): Built<string, O> => ({ kind: "domain", ...options });

/** One of a few texts or numbers. */
export const oneOf = <
  const V extends string | number,
  const O extends Options & { readonly default?: NoInfer<V> & string },
>(
  values: readonly V[],
  options?: O,
): Built<V, O> => ({ kind: "oneOf", values, ...options });

/** A flag. */
export const boolean = <const O extends Options & { readonly default?: boolean }>(options?: O): Built<boolean, O> => ({
  kind: "boolean",
  ...options,
});

/** A whole number from 0 to 4294967295 or `max`. The service chooses one that is absent. */
export const uint32 = <const O extends Options & { readonly max?: number }>(options?: O): Built<number, O> => ({
  kind: "uint32",
  computed: true,
  ...options,
});

/** A number from 0 to 1. The service chooses one that is absent. */
export const fraction = <const O extends Options>(options?: O): Built<number, O> => ({
  kind: "fraction",
  computed: true,
  ...options,
});

/** A list of texts whose order and repetitions mean nothing. */
export const set = <const O extends Options>(options?: O): Built<string[], O> => ({ kind: "set", ...options });

/** A list of texts in an order that means something. */
export const list = <const O extends Options>(options?: O): Built<string[], O> => ({ kind: "list", ...options });

/** HTTP header fields: values by names, whose letter case makes no difference. */
export const headers = <const O extends Options>(options?: O): Built<Record<string, string>, O> => ({
  kind: "headers",
  ...options,
});

/** Names of HTTP header fields, in any letter case and order. */
export const headerNames = <const O extends Options>(options?: O): Built<string[], O> => ({
  kind: "headerNames",
  ...options,
});

/** A JSON object whose members are nobody's business here. */
export const json = <const O extends Options>(options?: O): Built<Value<JsonObjectArgs>, O> => ({
  kind: "json",
  ...options,
});

/** A nested object. */
export const object = <A, const O extends Options & { readonly exactlyOne?: true }>(
  table: Fields<A>,
  options?: O,
): Built<Value<A>, O> => ({ kind: "object", fields: table, ...options });

/** A list of nested objects. */
export const objects = <A, const O extends Options & { readonly ordered?: true }>(
  table: Fields<A>,
  options?: O,
): Built<Value<A>[], O> => ({ kind: "objects", fields: table, ...options });
