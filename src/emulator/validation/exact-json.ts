import type { Issue } from "./issues";

/** Maximum depth of objects and lists in a body; deeper values exhaust the stack of the functions that visit them. */
const MAX_DEPTH = 100;

/** Maximum number of values in a body, because a refusal can name any of them. */
const MAX_VALUES = 50_000;

const tooDeep = `is nested more than ${MAX_DEPTH} levels deep`;

/**
 * Returns the first part of a valid JSON text that a parser would change without an error: a number that JavaScript
 * cannot represent, a member that gets lost as a prototype, or the first of two members with the same name. A text that
 * is too deep or has too many values is an issue as well.
 */
export function exactJsonIssue(text: string): Issue | undefined {
  try {
    const found: Counts = { values: 0, members: 0 };
    const issue = issueIn(
      JSON.parse(text, withoutInexact as Parameters<typeof JSON.parse>[1]),
      [],
      found,
    );
    if (issue) return issue;
    const isRepeated = colonsIn(text) > found.members;
    return isRepeated
      ? { member: "", message: "the body has two members of one name in an object" }
      : undefined;
  } catch (error) {
    if (error instanceof RangeError) return { member: "", message: tooDeep };
    throw error;
  }
}

/** The numbers of values and of members of objects that have been visited. */
interface Counts {
  values: number;
  members: number;
}

/** The first issue of a value, or of a value in it. */
function issueIn(value: unknown, path: readonly string[], counts: Counts): Issue | undefined {
  counts.values += 1;
  if (counts.values > MAX_VALUES)
    return { member: "", message: `the body has more than ${MAX_VALUES} values` };
  const message = messageOn(value, path);
  if (message !== undefined) return { member: path.join("."), message };
  if (typeof value !== "object" || value === null) return undefined;
  if (!Array.isArray(value)) counts.members += Object.keys(value).length;
  for (const [name, member] of Object.entries(value)) {
    const found = issueIn(member, [...path, name], counts);
    if (found) return found;
  }
  return undefined;
}

function messageOn(value: unknown, path: readonly string[]): string | undefined {
  if (path.at(-1) === "__proto__") return "cannot be the name of a member";
  if (value === INEXACT) return "is a number that cannot be kept exactly";
  const isDeeper = typeof value === "object" && value !== null && path.length === MAX_DEPTH;
  return isDeeper ? tooDeep : undefined;
}

/** Number of members in a JSON text: every member has a colon, apart from colons in texts. */
function colonsIn(text: string): number {
  let count = 0;
  for (const [token] of text.matchAll(/"(?:\\.|[^"\\])*"|:/g)) if (token === ":") count += 1;
  return count;
}

/** A mark for a number that JavaScript would print as a different number. */
const INEXACT = Symbol("inexact");

const withoutInexact = (
  _: string,
  value: unknown,
  { source = "" }: { readonly source?: string },
): unknown =>
  typeof value === "number" && decimal(source) !== decimal(String(value)) ? INEXACT : value;

/** Returns a number in a form that is unique for each value: its significant digits and the power of ten after them. */
function decimal(token: string): string | undefined {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(token);
  if (parts === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = parts;
  const digits = (whole + fraction).replace(/^0+/, "");
  let length = digits.length;
  while (digits[length - 1] === "0") length -= 1;
  const power = Number(exponent) - fraction.length + digits.length - length;
  return length === 0 ? "0" : `${sign}${digits.slice(0, length)}e${power}`;
}
