// npm run build: compiles and bundles the package. npm runs it as `prepare` after an installation in a clone and before it packs the
// package, on whatever Node.js it has.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../base/project.mjs";
import { orProblem, Problem } from "../base/say.mjs";
import { bundle } from "./bundle.mjs";
import { buildPackage } from "./package.mjs";

await orProblem(async () => {
  if (!existsSync(join(root, "node_modules")))
    throw new Problem("The packages are not installed: run `npm ci` first.");
  await buildPackage();
  await bundle();
});
