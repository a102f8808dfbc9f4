// npm run build: compiles and bundles the package. npm runs it as `prepare` after an installation in a clone and before it packs the
// package, on whatever Node.js it has.

import { orProblem } from "../base/say.mjs";
import { bundle } from "./bundle.mjs";
import { buildPackage } from "./package.mjs";

await orProblem(async () => {
  await buildPackage();
  await bundle();
});
