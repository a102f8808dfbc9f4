import type { Values } from "../../core/schema/values";

/** A resource of a document: its attributes, and its name in the document. */
export interface DocumentResource {
  readonly attributes: Values;
  readonly name: string;
}
