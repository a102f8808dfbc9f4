import { parseJson } from "../../core/schema/values";

/** A token of JSON, or white space. */
const TOKEN = /"(?:\\.|[^"\\\n])*"|[{}[\]:,]|-?\d[\d.eE+-]*|true|false|null|\s+/y;

/** Tokens that cannot follow one another in JSON, with the advice to mend them. */
const misplaced = [
  { before: /,$/, after: /^[}\],]/, advice: "nothing follows a comma: remove the comma" },
  {
    // A value ends with a quote, a digit, a brace, or the last letter of `true`, `false` or `null`.
    before: /["\d}\]el]$/,
    after: /^["\d{[tfn-]/,
    advice: "a comma is missing before this",
  },
];

/**
 * The line and the kind of the first fault in a text, as the end of a message; empty for JSON. The parser's own error does not always
 * have a position.
 */
export function syntaxProblem(text: string): string {
  if (parseJson(text) !== undefined) return "";
  let before = "";
  let end = 0;
  while (end < text.length) {
    TOKEN.lastIndex = end;
    const [token] = TOKEN.exec(text) ?? [];
    const line = text.slice(0, end).split("\n").length;
    if (token === undefined) {
      return `; in line ${line}, this is not JSON, which has no comments and no other quotes than "`;
    }
    const advice = adviceOn(before, token);
    if (advice !== undefined) return `; in line ${line}, ${advice}`;
    if (token.trim() !== "") before = token;
    end += token.length;
  }
  return "; this is not JSON: check its commas, colons and braces";
}

const adviceOn = (before: string, after: string): string | undefined =>
  misplaced.find((tokens) => tokens.before.test(before) && tokens.after.test(after))?.advice;
