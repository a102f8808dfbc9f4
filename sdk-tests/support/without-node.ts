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
    .filter((each) => existsSync(each))
    .map((each, index) => (hasNode(each) ? linkOthers(each, join(folder, String(index))) : each))
    .join(delimiter);

const hasNode = (folder: string): boolean => readdirSync(folder).some((name) => OF_NODE.test(name));

function linkOthers(from: string, to: string): string {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter((each) => !OF_NODE.test(each)))
    symlinkSync(join(from, name), join(to, name));
  return to;
}
