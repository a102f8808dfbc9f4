// npm version X.Y.Z runs this: it writes the version of package.json to all that repeats it.

import { readJson, root } from "../tools/base/project.mjs";
import { buildPackage } from "../tools/build/package.mjs";
import { setVersion } from "./versions.mts";

export async function main(): Promise<number> {
  setVersion(root, (readJson("package.json") as { version: string }).version);
  await buildPackage();
  const { write } = await import("../tools/build/generate/documents.mts");
  const { parts } = await import("../tools/build/generate/parts.mts");
  write(parts, root);
  return 0;
}
