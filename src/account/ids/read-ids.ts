import { jsonObject } from "../../core/schema/values";
import { readDocument } from "./documents";
import { readLines } from "./lines";
import { requireState } from "./mistaken-files";
import type { IdEntry } from "./named-objects";

/**
 * Reads the objects that a file names: lines of a kind and an id, or a JSON document with resources, such as a Terraform state or
 * the export of a Pulumi stack.
 *
 * @throws {Error} if a line has another format, or if a document does not name an object.
 */
export function readIds(text: string): IdEntry[] {
  const document = jsonObject(text);
  requireState(text, document);
  return document ? readDocument(document) : readLines(text);
}
