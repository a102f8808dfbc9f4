import { jsonObject, type Values } from "../../core/schema/values";
import { isKnownLine } from "./known-lines";
import { requireShallow } from "./nesting";

/** The JSON that a command of Pulumi prints: the events of the engine, one in each line, or a document. */
export type Printed = { readonly events: readonly Values[] } | { readonly document: Values };

/**
 * Reads the JSON that a command of Pulumi printed, and skips known lines around it.
 *
 * @throws {Error} if there is no such JSON, if it is cut off, or if there are other lines. The message has the number of the first
 * of these lines and, unless the text has no JSON object at all, its text.
 */
export function readPrinted(text: string): Printed {
  const printed = parsePrinted(text);
  requireShallow("events" in printed ? printed.events : printed.document);
  return printed;
}

/** The result of {@link readPrinted}; `undefined` if it throws. */
export function tryReadPrinted(text: string): Printed | undefined {
  try {
    return readPrinted(text);
  } catch {
    return undefined;
  }
}

const NOT_JSON = "it is not a JSON object, or it is cut off";

/** The beginning of a JSON object at the beginning of a line. */
const OBJECT_START = /^\s*\{/;

/** The beginning of the first event of a stream. */
const STREAM_START = /^\s*\{\s*"sequence"\s*:/;

/** A line of the printed text. */
interface Line {
  readonly number: number;
  readonly text: string;
}

function parsePrinted(text: string): Printed {
  // A stream with a single event is a JSON object, too.
  const document = STREAM_START.test(text) ? undefined : jsonObject(text);
  if (document) return { document };
  const lines = text.split(/\r?\n/).map((line, index): Line => ({ number: index + 1, text: line }));
  const start = lines.findIndex((line) => OBJECT_START.test(line.text));
  if (start < 0) throw new Error(NOT_JSON);
  requireKnown(lines.slice(0, start));
  const rest = lines.slice(start);
  const isStream = STREAM_START.test(rest[0]?.text ?? "");
  return isStream ? { events: parseEvents(rest) } : { document: parseDocument(rest) };
}

/** Parses the events of a stream, which begins in the first of these lines. */
function parseEvents(lines: readonly Line[]): Values[] {
  return lines.flatMap((line) => {
    const event = jsonObject(line.text);
    if (event) return [event];
    if (OBJECT_START.test(line.text)) {
      throw new Error(
        `the stream of events is cut off in line ${line.number}: pass the whole output of \`pulumi\``,
      );
    }
    requireKnown([line]);
    return [];
  });
}

/** Parses the document that begins in the first of these lines, and ends before the known lines at the end. */
function parseDocument(lines: readonly Line[]): Values {
  const last = lines.findLastIndex(({ text }) => !isKnownLine(text));
  const document = parseLines(lines.slice(0, last + 1));
  if (document) return document;
  // If a whole document begins there, the lines after it are the problem. Otherwise, the document itself is.
  requireKnown(linesAfterDocument(lines));
  throw new Error(`${NOT_JSON}: line ${lines[0]?.number} begins an object that cannot be read`);
}

/** The lines after a whole document that begins in the first of these lines; none if no whole document begins there. */
function linesAfterDocument(lines: readonly Line[]): readonly Line[] {
  const isOneLine = jsonObject(lines[0]?.text ?? "") !== undefined;
  // The engine indents the content of a document, so a brace at the beginning of a line ends it.
  const end = isOneLine ? 0 : lines.findIndex(({ text }) => /^\}\s*$/.test(text));
  const isWhole = end >= 0 && parseLines(lines.slice(0, end + 1)) !== undefined;
  return isWhole ? lines.slice(end + 1) : [];
}

const parseLines = (lines: readonly Line[]): Values | undefined =>
  jsonObject(lines.map(({ text }) => text).join("\n"));

/** The most characters of an unknown line that an error shows. */
const MAX_SHOWN = 120;

/** @throws {Error} that shows the first line that is not known. */
function requireKnown(lines: readonly Line[]): void {
  const unknown = lines.find(({ text }) => !isKnownLine(text));
  if (!unknown) return;
  const { number, text } = unknown;
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  throw new Error(
    `there is other output around the JSON, in line ${number}: "${shown}"; ` +
      "pass the standard output of `pulumi` alone, or remove the line",
  );
}
