// Builds the package in the copy of the repository that contains this file, on the Node.js that runs this.

import { orProblem } from "../tools/base/say.mjs";
import { bundle } from "../tools/build/bundle.mjs";
import { main as generate } from "../tools/build/generate.mts";
import { buildPackage } from "../tools/build/package.mjs";

await orProblem(async () => {
  await generate([]);
  // With the schema that was written.
  await buildPackage();
  await bundle();
});
