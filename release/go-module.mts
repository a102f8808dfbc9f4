import { readFileSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";

/** The path of Go's module, which is the address of the publisher's repository. */
export const goModuleOf = (repository: string): string => `github.com/${repository}/sdk/go`;

/** The path of Go's module in the package schema of a clone. */
export function goModuleIn(folder: string): string {
  const schema = JSON.parse(readFileSync(join(folder, "src/fronts/plugin/schema.json"), "utf8"));
  return posix.dirname(schema.language.go.importBasePath);
}

/** Folders and files whose texts require or import Go's module. */
const USERS = /^(README\.md$|(docs|examples|sdk-tests|src)\/)/;

/**
 * Gives Go's module the address of the repository, wherever it is required and imported.
 * @param files of the clone, relative to its folder
 */
export function renameGoModule(folder: string, files: readonly string[], repository: string): void {
  const [before, after] = [goModuleIn(folder), goModuleOf(repository)];
  for (const file of files.filter((name) => USERS.test(name))) {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    if (text.includes(before)) writeFileSync(path, text.replaceAll(before, after));
  }
}
