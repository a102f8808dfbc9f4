/** A command that a page shows with its output. */
export interface ShownCommand {
  readonly command: string;
  readonly output: string;
}

/** Returns the commands of the blocks `console` in a page, each with the output that the page shows. */
export function shownCommands(page: string): ShownCommand[] {
  const blocks = [...page.matchAll(/^```console\n(.*?)^```$/gms)].map(([, block = ""]) => block);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const end = part.indexOf("\n");
        return { command: part.slice(0, end), output: part.slice(end + 1) };
      }),
  );
}
