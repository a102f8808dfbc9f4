import { isMembers, Json, Reference, type Scalar, TextFile, type Value } from "./program";
import { itemShape, memberShape, type Shape } from "./sdk";

/** How a language writes values. */
export interface Language {
  readonly scalar: (value: Scalar, shape: Shape) => string;
  readonly reference: (reference: Reference, shape: Shape) => string;
  /** The text of an object that is given as the language writes it. Default: programs contain none. */
  readonly json?: (object: string) => string;
  /** The text of a file. Default: the text itself. */
  readonly file?: (path: string) => string;
  readonly list: (items: readonly string[], shape: Shape) => string;
  readonly object: (members: readonly (readonly [key: string, value: string])[], shape: Shape) => string;
}

/** A value in a language. */
export function written(value: Value, shape: Shape, language: Language): string {
  if (value instanceof Reference) return language.reference(value, shape);
  if (value instanceof TextFile) return language.file?.(value.path) ?? language.scalar(value.text, shape);
  if (value instanceof Json) return language.json?.(written(value.members, { kind: "any" }, language)) ?? "";
  if (isMembers(value)) {
    const members = Object.entries(value);
    return language.object(
      members.map(([key, each]) => [key, written(each, memberShape(shape, key), language)]),
      shape,
    );
  }
  if (typeof value !== "object" || value === null) return language.scalar(value, shape);
  return language.list(
    value.map((item) => written(item, itemShape(shape), language)),
    shape,
  );
}

/**
 * A text in double quotes, as every language reads it. What nobody sees is escaped, so that the order in which a line is
 * read is the order in which it is shown.
 */
export const quoted = (text: string): string =>
  JSON.stringify(text.toWellFormed()).replaceAll(
    /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g,
    (hidden) => `\\u${hidden.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** The lines of a comment. */
export const commented = (comment: string | undefined, mark: string): string =>
  comment === undefined ? "" : `${comment.replaceAll(/^/gm, `${mark} `)}\n\n`;

/** A text, each line of which is further in. */
export const indented = (text: string, by = "  "): string => text.replaceAll(/^(?=.)/gm, by);

/** Groups of lines, with an empty line between two; a group may be empty. */
export const paragraphs = (...groups: readonly (readonly string[])[]): string =>
  groups
    .filter(({ length }) => length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
