import type { Issue } from "./issues";

/** Levels of objects and lists in a body; more of them exhaust the stack of what walks over it. */
const MAX_DEPTH = 100;

/** Values in a body, each of which may be refused by name. */
const MAX_VALUES = 50_000;

const tooDeep = `is nested more than ${MAX_DEPTH} levels deep`;

/**
 * What a parser would change in a valid JSON text without an error: a number that JavaScript does not hold, a member that gets
 * lost as a prototype, or the first of two members of one name. A text that is too deep or has too many values is an issue as well.
 */
export function exactJsonIssue(text: string): Issue | undefined {
  let values = 0;
  let members = 0;
  function look(value: unknown, path: readonly string[]): Issue | undefined {
    values += 1;
    const issue = (message: string): Issue => ({ member: path.join("."), message });
    if (values > MAX_VALUES) return { member: "", message: `the body has more than ${MAX_VALUES} values` };
    if (path.at(-1) === "__proto__") return issue("cannot be the name of a member");
    if (value === INEXACT) return issue("is a number that cannot be kept exactly");
    if (typeof value !== "object" || value === null) return undefined;
    if (path.length === MAX_DEPTH) return issue(tooDeep);
    if (!Array.isArray(value)) members += Object.keys(value).length;
    for (const [name, member] of Object.entries(value)) {
      const found = look(member, [...path, name]);
      if (found) return found;
    }
    return undefined;
  }
  try {
    const found = look(JSON.parse(text, withoutInexact as Parameters<typeof JSON.parse>[1]), []);
    if (found) return found;
    return colonsIn(text) > members
      ? { member: "", message: "the body has two members of one name in an object" }
      : undefined;
  } catch (error) {
    if (error instanceof RangeError) return { member: "", message: tooDeep };
    throw error;
  }
}

/** How many members a JSON text has: each has a colon, apart from colons in texts. */
function colonsIn(text: string): number {
  let count = 0;
  for (const [token] of text.matchAll(/"(?:\\.|[^"\\])*"|:/g)) if (token === ":") count += 1;
  return count;
}

/** Stands for a number that JavaScript would print as another one. */
const INEXACT = Symbol("inexact");

const withoutInexact = (_: string, value: unknown, { source = "" }: { readonly source?: string }): unknown =>
  typeof value === "number" && decimal(source) !== decimal(String(value)) ? INEXACT : value;

/** A number in one form for each value: its significant digits and the power of ten behind them. */
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
