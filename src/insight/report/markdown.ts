import { printable } from "./text";

/** Characters that begin mark-up. */
const MARKUP = /[\\`*_{}[\]<>|]/;
/** Characters by which GitHub and GitLab recognize an address, a mention, or a reference to an issue and the like. */
const REFERENCE = /[@#!$%&~]|:(?=\/\/)|(?<=\bwww)\.|(?<=\bGH)-|(?<=\b(?:mailto|xmpp)):/;
/** A word that may be the id of a commit. Six characters of an id are too few for a reference. */
const COMMIT = /\b[0-9a-f]{7,64}\b/;
/** An empty comment breaks mentions and addresses: renderers look for them after they have replaced entities. */
const BREAK = "<!-- -->";

const SPECIAL = new RegExp([MARKUP, REFERENCE, COMMIT].map(({ source }) => source).join("|"), "gi");

/** Text that makes no table, link, mention or mark-up, whatever is in it. */
export const escaped = (text: string): string =>
  printable(text.replace(/\r?\n/g, " ")).replace(SPECIAL, escapedPart);

function escapedPart(special: string): string {
  // Only the pattern for the id of a commit matches more than one character.
  const isCommit = special.length > 1;
  if (isCommit) return special.replaceAll(/.{6}/g, (part) => part + BREAK);
  const entity = `&#${special.charCodeAt(0)};`;
  return MARKUP.test(special) ? entity : entity + BREAK;
}

/** Text as code. The fence has more backticks than the text, and no character of the text ends a table cell. */
export function code(text: string): string {
  if (text === "") return "";
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const padding = longest > 0 ? " " : "";
  return `${fence}${padding}${printable(text).replaceAll("|", "\\|")}${padding}${fence}`;
}

/** A table; its cells are Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** Lines that are folded below a title; nothing if there are no lines. */
export function details(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const summary = `<summary>${escaped(title)}</summary>`;
  return [`<details>${summary}\n\n${lines.join("\n")}\n\n</details>`];
}
