import { readFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const dist = resolve(__dirname, "../../dist/types");

/** Returns the imports of the declarations of a file, with the files that import them. */
function importsFrom(file: string, seen = new Map<string, string>()): ReadonlyMap<string, string> {
  const declarations = readFileSync(file, "utf8");
  for (const [, target = ""] of declarations.matchAll(/(?:\bfrom |\bimport\()"([^"]+)"/g)) {
    const path = target.startsWith(".") ? declarationOf(resolve(dirname(file), target)) : target;
    if (seen.has(path)) continue;
    seen.set(path, relative(dist, file));
    if (target.startsWith(".")) importsFrom(path, seen);
  }
  return seen;
}

function declarationOf(path: string): string {
  const file = `${path}.d.ts`;
  try {
    readFileSync(file);
    return file;
  } catch {
    return join(path, "index.d.ts");
  }
}

test("the types of pulumi-edge-ingress/emulator need those of no library", () => {
  const imported = importsFrom(join(dist, "emulator/index.d.ts"));
  expect([...imported.keys()]).toContain(join(dist, "emulator/admin/control.d.ts"));
  expect([...imported].filter(([target]) => !isAbsolute(target))).toEqual([]);
});
