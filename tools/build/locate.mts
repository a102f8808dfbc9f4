// npm run locate -- chunks/provider.cjs:1:2345: finds a location in the published package in the source of this commit. An error that
// is a bug of the package names such a location. Check out the commit of the installed version first.
import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { root } from "../base/project.mjs";
import { Problem, say } from "../base/say.mjs";
import { bundle } from "./bundle.mjs";

const USAGE = "usage: npm run locate -- FILE:LINE:COLUMN, such as chunks/provider.cjs:1:2345";

export async function main([location = ""]: string[]): Promise<number> {
  const { file, line, column } =
    /^(?<file>.+):(?<line>\d+):(?<column>\d+)$/.exec(location)?.groups ?? {};
  if (file === undefined) throw new Problem(USAGE);
  await bundle();
  const found = sourceOf(file, Number(line), Number(column));
  if (found === undefined)
    throw new Problem(`The bundles of this commit have no location ${location}.`);
  say(found);
  return 0;
}

/** The location in the source, such as `src/core/client/send.ts:12:4`; undefined if there is none. */
function sourceOf(file: string, line: number, column: number): string | undefined {
  const folder = ["dist", "plugin"].find((name) => existsSync(mapOf(name, file)));
  if (folder === undefined) return undefined;
  const map = new SourceMap(JSON.parse(readFileSync(mapOf(folder, file), "utf8")));
  const origin = map.findOrigin(line, column);
  if (!("fileName" in origin)) return undefined;
  // A map names its sources from the folder of its file.
  const source = resolve(root, folder, dirname(file), origin.fileName);
  return `${relative(root, source)}:${origin.lineNumber}:${origin.columnNumber}`;
}

const mapOf = (folder: string, file: string) => join(root, "build/bundles", folder, `${file}.map`);
