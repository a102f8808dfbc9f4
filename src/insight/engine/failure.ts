import { parseUrn } from "../../core/pulumi/urn";
import type { Diagnostic } from "./schemas";

/** An error that has more to show than a sentence: lines below its message. */
export class ErrorWithLines extends Error {
  constructor(
    message: string,
    readonly lines: readonly string[],
  ) {
    super(message);
  }
}

/** The lines below the message of an error, or of the error that caused it. */
export function linesBelow(error: unknown): readonly string[] {
  if (error instanceof ErrorWithLines) return error.lines;
  return error instanceof Error && error.cause !== undefined ? linesBelow(error.cause) : [];
}

const FAILED = "this preview failed, so it does not show the whole change";

/** The error of a preview that failed, with the errors that Pulumi reported in it. */
export function previewFailure(
  diagnostics: readonly Diagnostic[],
  others: readonly string[] = [],
): ErrorWithLines {
  const texts = [...diagnostics.filter(isError).map(textOf), ...others.map(plain)];
  const reported = [...new Set(texts)].filter((text) => text !== "");
  if (reported.length === 0) {
    return new ErrorWithLines(
      `${FAILED}, and it contains no error: run it without --json to see why`,
      [],
    );
  }
  const message = `${FAILED}: correct these errors, and run the preview again`;
  return new ErrorWithLines(
    message,
    reported.flatMap((text) => text.split(/\r?\n/)),
  );
}

export const isError = ({ severity }: Diagnostic): boolean => severity === "error";

/** The text of an error, after the type and the name of its resource. */
function textOf({ urn, prefix, message }: Diagnostic): string {
  const text = plain(`${prefix ?? ""}${message ?? ""}`).replace(/^error:\s*/, "");
  if (!urn?.includes("::")) return text;
  const { type, name } = parseUrn(urn);
  return text === "" ? "" : `${type.split(":").at(-1)} ${name}: ${text}`;
}

/** The text without the engine's colour codes, such as `<{%reset%}>`, and without white space at its ends. */
const plain = (text: string): string => text.replaceAll(/<\{%[^%]{0,40}%\}>/g, "").trim();
