// npm version X.Y.Z runs this: it writes the version of package.json to all that repeats it.

import { readJson, root } from "../tools/base/project.mjs";
import { buildPackage } from "../tools/build/package.mjs";
import { setVersion } from "./versions.mjs";

setVersion(root, /** @type {{ version: string }} */ (readJson("package.json")).version);
await buildPackage();
const { write } = await import("../tools/build/generate/documents.mjs");
const { parts } = await import("../tools/build/generate/parts.mjs");
write(parts, root);
