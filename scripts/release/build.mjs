// Builds the package in the copy of the repository that contains this file, on the Node.js that runs this.
import { write } from "../generate/documents.mjs";
import { buildPackage } from "../lib/build.mjs";
import { bundle } from "../lib/bundle.mjs";
import { root } from "../lib/project.mjs";
import { orProblem } from "../lib/say.mjs";

await orProblem(async () => {
  await buildPackage();
  // Loads dist.
  const { parts } = await import("../generate/parts.mjs");
  write(parts, root);
  // With the schema that was written.
  await buildPackage();
  await bundle();
});
