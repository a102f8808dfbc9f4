import stringWidth from "string-width";

/**
 * A text that is laid out when it is printed: texts without line breaks, lists of documents, line breaks, indented documents, and
 * choices between a short and a long layout.
 */
export type Document = string | readonly Document[] | LineBreak | Indented | Choice;

type LineBreak = typeof LINE;

interface Indented {
  readonly kind: "indented";
  readonly content: Document;
}

interface Choice {
  readonly kind: "choice";
  readonly short: Document;
  readonly long: Document;
}

export const LINE = { kind: "line" } as const;

/** Indents the lines of a document after its first line break. */
export const indent = (content: Document): Document => ({ kind: "indented", content });

/** Prints the short layout if its first line fits, else the long layout. */
export const choice = (short: Document, long: Document): Document => ({
  kind: "choice",
  short,
  long,
});

/** Puts a separator between documents. */
export const join = (documents: readonly Document[], separator: Document): Document =>
  documents.flatMap((document, index) => (index === 0 ? [document] : [separator, document]));

/** The texts and line breaks of a document with short layouts. */
export function* shortLayout(document: Document): Generator<string | LineBreak> {
  if (typeof document === "string") yield document;
  else if (isList(document)) for (const part of document) yield* shortLayout(part);
  else if (document.kind === "line") yield document;
  else yield* shortLayout(document.kind === "indented" ? document.content : document.short);
}

const isList = (document: Document): document is readonly Document[] => Array.isArray(document);

/** Prints a document. A line is longer than the width only if no layout fits. */
export const print = (document: Document, lineWidth: number): string =>
  new Printer(document, lineWidth).print();

const INDENTATION = "  ";

/** A part of a document that is still to be printed. */
interface Pending {
  readonly document: Document;
  readonly indentation: string;
}

class Printer {
  /** A stack, whose last element is printed next. */
  private readonly pending: Pending[];
  private readonly lines: string[] = [];
  private line = "";

  constructor(
    document: Document,
    private readonly lineWidth: number,
  ) {
    this.pending = [{ document, indentation: "" }];
  }

  print(): string {
    for (let next = this.pending.pop(); next; next = this.pending.pop()) this.printNext(next);
    return [...this.lines, this.line].join("\n");
  }

  private printNext({ document, indentation }: Pending): void {
    if (typeof document === "string") {
      this.line = this.lineStart(document === "" ? "" : indentation) + document;
    } else if (isList(document)) {
      for (const part of document.toReversed()) this.pending.push({ document: part, indentation });
    } else if (document.kind === "line") {
      this.lines.push(this.line);
      this.line = "";
    } else if (document.kind === "indented") {
      this.pending.push({ document: document.content, indentation: indentation + INDENTATION });
    } else {
      const { short, long } = document;
      this.pending.push({ document: this.fits(short, indentation) ? short : long, indentation });
    }
  }

  /** The text before the next text of the line. */
  private lineStart(indentation: string): string {
    return this.line === "" ? indentation : this.line;
  }

  /** Checks whether a document fits, with the documents after it, up to the next line break. */
  private fits(document: Document, indentation: string): boolean {
    let width = stringWidth(this.lineStart(indentation));
    for (const part of this.restOfLine(document)) {
      width += stringWidth(part);
      if (width > this.lineWidth) return false;
    }
    return true;
  }

  private *restOfLine(document: Document): Generator<string> {
    for (const next of this.upcoming(document)) {
      for (const part of shortLayout(next)) {
        if (typeof part !== "string") return;
        yield part;
      }
    }
  }

  private *upcoming(document: Document): Generator<Document> {
    yield document;
    for (let index = this.pending.length - 1; index >= 0; index -= 1) {
      const next = this.pending[index];
      if (next) yield next.document;
    }
  }
}
