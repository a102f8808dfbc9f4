// Builds the package in the copy of the repository that contains this file, on the Node.js that runs this.

import { root } from "../tools/base/project.mjs";
import { orProblem } from "../tools/base/say.mjs";
import { bundle } from "../tools/build/bundle.mjs";
import { write } from "../tools/build/generate/documents.mts";
import { buildPackage } from "../tools/build/package.mjs";

await orProblem(async () => {
  await buildPackage();
  // Loads dist.
  const { parts } = await import("../tools/build/generate/parts.mts");
  write(parts, root);
  // With the schema that was written.
  await buildPackage();
  await bundle();
});
