import type { Issue } from "./issue";

/** Levels of objects and lists in a body; more of them exhaust the stack of what walks over it. */
export const MAX_DEPTH = 100;

/** Values in a body, each of which may be refused by name. */
export const MAX_VALUES = 50_000;

/**
 * What a parser would change in a valid JSON text without an error: a number that JavaScript does not hold, a member
 * that appears twice or gets lost as a prototype. A text that is too deep or has too many values is an issue as well.
 */
export function exactJsonIssue(text: string): Issue | undefined {
  const scan = new Scan();
  for (const token of tokens(text)) {
    const message = scan.take(token);
    if (message !== undefined) return { member: scan.path(), message };
    if (scan.values > MAX_VALUES) return { member: "", message: `the body has more than ${MAX_VALUES} values` };
  }
  return undefined;
}

function* tokens(text: string): Generator<string> {
  const next = /[{}[\]:,"]|[^\s{}[\]:,"]+/g;
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    if (found[0] === '"') next.lastIndex = stringEnd(text, found.index);
    yield text.slice(found.index, next.lastIndex);
  }
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

/** An object or a list that the scan is in. */
interface Level {
  /** Names of the members so far; undefined in a list. */
  readonly names: Set<string> | undefined;
  /** Name or index of the present member. */
  at: string | number;
  /** Whether the next text is the name of a member. */
  awaitsName: boolean;
}

/** Follows the tokens of a valid JSON text. */
class Scan {
  values = 0;
  readonly #levels: Level[] = [];

  /** Dotted path of the present value. */
  path(): string {
    return this.#levels.map(({ at }) => at).join(".");
  }

  /** @returns what is wrong with the value or the name that the token begins */
  take(token: string): string | undefined {
    const level = this.#levels.at(-1);
    if (token === ":") return undefined;
    if (token === ",") return advance(level);
    if (token === "}" || token === "]") return void this.#levels.pop();
    if (level?.awaitsName) return name(level, JSON.parse(token) as string);
    this.values += 1;
    if (token === "{" || token === "[") return this.#open(token);
    return isExact(token) ? undefined : "is a number that cannot be kept exactly";
  }

  #open(token: string): string | undefined {
    if (this.#levels.length === MAX_DEPTH) return `is nested more than ${MAX_DEPTH} levels deep`;
    const isObject = token === "{";
    this.#levels.push({ names: isObject ? new Set() : undefined, at: isObject ? "" : 0, awaitsName: isObject });
    return undefined;
  }
}

function advance(level: Level | undefined): undefined {
  if (level?.names !== undefined) level.awaitsName = true;
  else if (level !== undefined) level.at = Number(level.at) + 1;
}

function name(level: Level, text: string): string | undefined {
  const isRepeated = level.names?.has(text);
  level.names?.add(text);
  level.at = text;
  level.awaitsName = false;
  if (isRepeated) return "appears more than once";
  return text === "__proto__" ? "cannot be the name of a member" : undefined;
}

/** Whether JavaScript prints the token with the value that it has as a decimal number; true of a token that is not a number. */
function isExact(token: string): boolean {
  return !/^[-\d]/.test(token) || decimal(token) === decimal(String(Number(token)));
}

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
