// npm version X.Y.Z runs this: it writes the version of package.json to all that repeats it.

import { buildPackage } from "./lib/build.mjs";
import { readJson, root } from "./lib/project.mjs";
import { setVersion } from "./release/versions.mjs";

setVersion(root, /** @type {{ version: string }} */ (readJson("package.json")).version);
await buildPackage();
const { write } = await import("./generate/documents.mjs");
const { parts } = await import("./generate/parts.mjs");
write(parts, root);
