import type { Input } from "@pulumi/pulumi";

/** A JSON value, in which any part may be an output. */
export type JsonArgs = string | number | boolean | null | Input<JsonArgs>[] | JsonObjectArgs;

/** A JSON object, in which any part may be an output. */
export interface JsonObjectArgs {
  [name: string]: Input<JsonArgs>;
}
