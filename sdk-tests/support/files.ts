import { readdirSync, readFileSync } from "node:fs";
import * as native from "node:path";

/** The folder of the repository. */
export const root = native.resolve(__dirname, "../..");

/** The text of a file of the repository. */
export const textOf = (path: string): string => readFileSync(native.join(root, path), "utf8");

/** The functions of a system that paths depend on: `path.posix` and `path.win32` have them. */
type Paths = Pick<typeof native, "relative" | "sep">;

/** A path with `/` between its parts, as tests compare paths on every system. */
export const withSlashes = (path: string, { sep }: Pick<Paths, "sep"> = native): string =>
  path.replaceAll(sep, "/");

/** A path relative to a folder, with `/` on every system. */
export const pathFrom = (folder: string, path: string, paths: Paths = native): string =>
  withSlashes(paths.relative(folder, path), paths);

/** The files in a folder of the repository and below it, without installed packages, by their paths from the root. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(native.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => native.posix.join(folder, withSlashes(name)))
    .filter((name) => !name.includes("node_modules"));
