import { escapedMarkup } from "../report/text";

/** HTML whose texts are escaped. */
export class Html {
  constructor(readonly source: string) {}
}

/** A part of a template: a text, which is escaped, or HTML. */
type Part = string | Html;

/** A template of HTML. Every text in it is escaped, so that no text begins an element or ends an attribute. */
export const html = (literals: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(
    literals
      .map((literal, index) => literal + (index < parts.length ? sourceOf(parts[index] ?? "") : ""))
      .join(""),
  );

const sourceOf = (part: Part): string => (part instanceof Html ? part.source : escapedMarkup(part));

/** Several pieces of HTML as one. */
export const joined = (pieces: readonly Html[], separator = ""): Html =>
  new Html(pieces.map(({ source }) => source).join(separator));

export const NOTHING = new Html("");
