// npm run build: compiles the package, and bundles the providers. npm runs it after an installation, on whatever Node it has.

import { orProblem } from "../base/say.mjs";
import { bundle } from "./bundle.mjs";
import { buildPackage } from "./package.mjs";

await orProblem(async () => {
  await buildPackage();
  await bundle();
});
