import type { Input } from "@pulumi/pulumi";
import { fields } from "../schema/field";
import { string } from "../schema/rows";

/** Arguments that every resource of the account takes. */
export interface DescribedArgs {
  /**
   * Human-readable description, at most 255 bytes of UTF-8. Default: none. If you remove the argument, the field is
   * cleared.
   */
  description?: Input<string | undefined>;
  /**
   * Machine-readable data of your own, at most 4096 bytes of UTF-8. Default: none. If you remove the argument, the
   * field is cleared.
   */
  metadata?: Input<string | undefined>;
}

/** Outputs that every resource has. */
export interface LocatedOutputs {
  /** When the object was made, as an RFC 3339 timestamp. */
  createdAt: string;
  /** URI of the object: a path for an agent ingress, an absolute URL for other objects. */
  uri: string;
}

/** Rows of {@link DescribedArgs}. */
export const descriptionFields = fields<DescribedArgs>()({
  description: string({ maxBytes: 255 }),
  metadata: string({ maxBytes: 4096 }),
});

/** Rows of {@link LocatedOutputs}. */
export const locationFields = fields<unknown, LocatedOutputs>()({
  createdAt: string({ output: true }),
  uri: string({ output: true }),
});

/** A JSON value, in which any part may be an output. */
export type JsonArgs = string | number | boolean | null | Input<JsonArgs>[] | JsonObjectArgs;

/** A JSON object, in which any part may be an output. */
export interface JsonObjectArgs {
  [name: string]: Input<JsonArgs>;
}
