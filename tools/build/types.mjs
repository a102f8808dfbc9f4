import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { readJson, root } from "../base/project.mjs";

const compiled = join(root, "build");
const published = join(root, "dist", "types");

/**
 * Copies the declarations that an import of the package can reach from `build` to `dist/types`. Most files of `build` declare what is
 * inside the package.
 */
export async function publishTypes() {
  const { default: ts } = await import("typescript");
  const { exports } = /** @type {{ exports: Record<string, { types?: string }> }} */ (
    readJson("package.json")
  );
  const entries = Object.values(exports).flatMap(({ types }) =>
    types ? [join(compiled, relative("dist/types", types))] : [],
  );
  const options = { module: ts.ModuleKind.Node20, skipLibCheck: true, types: [] };
  const files = ts
    .createProgram(entries, options)
    .getSourceFiles()
    .map(({ fileName }) => relative(compiled, fileName))
    .filter((file) => !file.startsWith(".."));
  rmSync(published, { recursive: true, force: true });
  for (const file of files) {
    mkdirSync(dirname(join(published, file)), { recursive: true });
    copyFileSync(join(compiled, file), join(published, file));
  }
}
