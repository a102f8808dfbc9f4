import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";

const OF_NODE = /^(node|nodejs|npm|npx)(\.(exe|cmd))?$/;

/**
 * Returns a PATH with the same commands, apart from Node.js and its tools.
 * @param path The PATH.
 * @param folder An empty folder, for the commands next to Node.js.
 */
export const withoutNode = (path: string, folder: string): string =>
  [...new Set(path.split(delimiter))]
    .filter((original) => existsSync(original))
    .map((original, index) =>
      hasNode(original) ? linkOthers(original, join(folder, String(index))) : original,
    )
    .join(delimiter);

const hasNode = (folder: string): boolean => readdirSync(folder).some((name) => OF_NODE.test(name));

function linkOthers(from: string, to: string): string {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter((name) => !OF_NODE.test(name)))
    symlinkSync(join(from, name), join(to, name));
  return to;
}
