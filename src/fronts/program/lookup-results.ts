import type { Output, Unwrap } from "@pulumi/pulumi";

/** What functions that look objects up return: the API's fields by their camelCase names. */

/** An object as a lookup found it: its id, its arguments and its outputs, those without a value left out. */
export type Found<Args, Outputs = unknown> = {
  /** The object's id. */
  readonly id: string;
} & Shown<Unwrap<Args>> &
  Shown<Unwrap<Outputs>>;

/** A value in which each secret is an `Output`, or absent where the service masks it. */
export type Shown<T> = T extends readonly (infer Item)[]
  ? readonly Shown<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: K extends SecretName ? Output<string> | undefined : Shown<T[K]> }
    : T;

/** The names of all secrets, which the tables mark as such. */
export type SecretName = "apiKey" | "clientSecret" | "cloudSecretAccessKey" | "secret";
