import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { filesBelow, readJson, root } from "../base/project.mjs";
import { isOutdated } from "./outdated.mjs";

const compiled = join(root, "build");
const published = join(root, "dist", "types");

/**
 * Copies the declarations that an import of the package can reach from `build` to `dist/types`, unless they are newer. Most files of
 * `build` declare what is inside the package.
 */
export async function publishTypes() {
  const declarations = filesBelow(compiled).filter((file) => file.endsWith(".d.ts"));
  const sources = declarations.map((file) => join("build", file));
  if (!isOutdated("dist/types/index.d.ts", [...sources, "package.json"])) return;
  const files = await reachableFiles();
  rmSync(published, { recursive: true, force: true });
  for (const file of files) {
    mkdirSync(dirname(join(published, file)), { recursive: true });
    copyFileSync(join(compiled, file), join(published, file));
  }
}

/** The declarations that the entries of the package import, relative to `build`. */
async function reachableFiles() {
  const { default: ts } = await import("typescript");
  const { exports } = /** @type {{ exports: Record<string, { types?: string }> }} */ (
    readJson("package.json")
  );
  const entries = Object.values(exports).flatMap(({ types }) =>
    types === undefined ? [] : [join(compiled, relative("dist/types", types))],
  );
  const options = { module: ts.ModuleKind.Node20, skipLibCheck: true, types: [] };
  return ts
    .createProgram(entries, options)
    .getSourceFiles()
    .map(({ fileName }) => relative(compiled, fileName))
    .filter((file) => !file.startsWith(".."));
}
