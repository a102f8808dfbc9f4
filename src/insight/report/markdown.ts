/**
 * Text that makes no table, link, mention or mark-up, whatever is in it. Renderers find mentions and addresses after they
 * have replaced entities: the empty comment breaks those.
 */
export const escaped = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]<>#|~&@]|:(?=\/\/)|(?<=\bwww)\./gi, (character) => {
      const entity = `&#${character.charCodeAt(0)};`;
      return /[@:.]/.test(character) ? `${entity}<!-- -->` : entity;
    })
    .replace(/\r?\n/g, " ");

/** Text as code, whatever is in it: fenced by more backticks than it has, and with no end of its cell. */
export function code(text: string): string {
  if (text === "") return "";
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const padding = longest > 0 ? " " : "";
  return `${fence}${padding}${text.replaceAll("|", "\\|").replaceAll(/[\r\n]/g, " ")}${padding}${fence}`;
}

/** A table; its cells are Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** Lines below a title that unfolds them; nothing without lines. */
export const details = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`<details><summary>${escaped(title)}</summary>\n\n${lines.join("\n")}\n\n</details>`];
