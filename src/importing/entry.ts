/** A file that loads others. */
export interface Entry {
  readonly path: string;
  /** Before a comment. */
  readonly mark: string;
  /** A line that loads a file. */
  readonly line: RegExp;
}

const ENTRY_HEAD =
  "Loads what `edge-ingress import` has written. The command adds to these lines as long as the file contains nothing else.";

/** The lines of an entry that the command wrote, and nobody has edited; `undefined` of any other. */
export function ownLines({ mark, line }: Entry, text: string): string[] | undefined {
  const [head, ...lines] = text.replaceAll("\r\n", "\n").trimEnd().split("\n");
  const isOwn = head === `${mark} ${ENTRY_HEAD}` && lines.every((each) => each === "" || line.test(each));
  return isOwn ? lines.filter((each) => each !== "") : undefined;
}

/** An entry that loads files, and what it has loaded before. */
export function entryWith({ path, mark }: Entry, lines: readonly string[]) {
  const text = `${mark} ${ENTRY_HEAD}\n\n${[...new Set(lines)].sort().join("\n")}\n`;
  return { path, text, replaces: true };
}
