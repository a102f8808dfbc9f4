// npm version X.Y.Z runs this: it writes the version of package.json to all that repeats it.

import { readJson, root } from "../tools/base/project.mjs";
import { main as generate } from "../tools/build/generate.mts";
import { setVersion } from "./versions.mts";

export function main(): Promise<number> {
  setVersion(root, (readJson("package.json") as { version: string }).version);
  return generate([]);
}
