import { jsonObject, type Values } from "../../core/schema/values";

/** More levels of objects and lists than any program has. What walks over many more exhausts the stack of calls. */
const MAX_LEVELS = 500;

/**
 * Refuses a value with too many levels in it.
 *
 * @throws {Error} with what to do.
 */
export function requireShallow(value: unknown): void {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_LEVELS) {
      throw new Error(
        `its JSON is nested more than ${MAX_LEVELS} levels deep: pass the output of \`pulumi\` unchanged`,
      );
    }
    level = level
      .filter((each) => typeof each === "object" && each !== null)
      .flatMap((each) => Object.values(each as object));
  }
}

/** The events of the engine in a text, or the document that it printed at the end. */
export type Printed = { readonly events: readonly Values[] } | { readonly document: Values };

/** Lines that Pulumi, npm and Node.js print before, after and between the JSON, also on standard error. */
const KNOWN_LINES: readonly RegExp[] = [
  // npm, yarn and pnpm, before the output of a script that they run and after it.
  /^> /,
  /^npm (notice|warn|WARN)\b/,
  /^yarn run v\d/,
  /^\$ /,
  /^Done in [\d.]+ ?m?s\b/,
  // Node.js.
  /^\(node:\d+\) /,
  /^\(Use `node --trace-/,
  // Pulumi: what it installs, the plan that it saves, newer versions, the backend, and titles for people.
  /^(Installing|Finished installing|Downloading|Downloaded) (policy pack|plugin|dependenc|provider)/,
  /^\[(resource|language|analyzer|converter|tool) plugin [^\]]*\]/,
  /^(Update plan written to '|Run `pulumi up --plan=)/,
  /^(warning|info): /,
  /^ {3}\$ .*\bpulumi\b/,
  /^or visit https:\/\/(www\.)?pulumi\.com\//,
  /^(Logging in using access token|Logged in to) /,
  /^(Previewing|Refreshing|Updating) (update|refresh|destroy|import)?\s*\(/,
  /^(View in Browser|View Live)\b/,
];

const isKnown = (line: string): boolean =>
  line.trim() === "" || KNOWN_LINES.some((known) => known.test(line));

const NOT_JSON = "it is not a JSON object, or it is cut off";

/** A line of a text, by its number there. */
interface Line {
  readonly number: number;
  readonly text: string;
}

const isStream = (text: string): boolean => /^\s*\{\s*"sequence"\s*:/.test(text);

/** The beginning of a JSON object at the beginning of a line. */
const BRACE = /^\s*\{/;

/**
 * Reads the JSON that a command of Pulumi printed. Known lines around it are skipped.
 *
 * @throws {Error} if there is no such JSON, if it is cut off, or if there are other lines: the message has the number of the
 * first of them and, unless the text has no JSON object at all, its text.
 */
export function readPrinted(text: string): Printed {
  const printed = parsePrinted(text);
  requireShallow("events" in printed ? printed.events : printed.document);
  return printed;
}

function parsePrinted(text: string): Printed {
  const whole = isStream(text) ? undefined : jsonObject(text);
  if (whole) return { document: whole };
  const lines = text.split(/\r?\n/).map((each, index): Line => ({ number: index + 1, text: each }));
  const first = lines.findIndex((line) => BRACE.test(line.text));
  if (first < 0) throw new Error(NOT_JSON);
  requireKnown(lines.slice(0, first));
  const rest = lines.slice(first);
  return isStream(rest[0]?.text ?? "")
    ? { events: eventsIn(rest) }
    : { document: documentIn(rest) };
}

/** The result of {@link readPrinted}; `undefined` if it throws. */
export function tryReadPrinted(text: string): Printed | undefined {
  try {
    return readPrinted(text);
  } catch {
    return undefined;
  }
}

/** The document that begins with the first of these lines, and ends before the known lines at the end. */
function documentIn(lines: readonly Line[]): Values {
  const last = lines.findLastIndex(({ text }) => !isKnown(text));
  const document = parsed(lines.slice(0, last + 1));
  if (document) return document;
  // The document cannot be read together with the lines after it. If it can be read alone, the first unknown line after it is the
  // problem, and the error names that line. The engine indents the content of the document, so a brace at the beginning of a line ends it.
  const end = lines.findIndex(({ text }, index) =>
    index === 0 ? jsonObject(text) !== undefined : /^\}\s*$/.test(text),
  );
  if (end >= 0 && parsed(lines.slice(0, end + 1))) requireKnown(lines.slice(end + 1));
  throw new Error(`${NOT_JSON}: line ${lines[0]?.number} begins an object that cannot be read`);
}

const parsed = (lines: readonly Line[]): Values | undefined =>
  jsonObject(lines.map(({ text }) => text).join("\n"));

function eventsIn(lines: readonly Line[]): Values[] {
  return lines.flatMap((line) => {
    const event = jsonObject(line.text);
    if (event) return [event];
    if (BRACE.test(line.text)) {
      throw new Error(
        `the stream of events is cut off in line ${line.number}: pass the whole output of \`pulumi\``,
      );
    }
    requireKnown([line]);
    return [];
  });
}

const LONGEST = 120;

function requireKnown(lines: readonly Line[]): void {
  const unknown = lines.find(({ text }) => !isKnown(text));
  if (!unknown) return;
  const { number, text } = unknown;
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  throw new Error(
    `there is other output around the JSON, in line ${number}: "${shown}"; ` +
      "pass the standard output of `pulumi` alone, or remove the line",
  );
}
