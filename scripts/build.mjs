// npm run build: compiles the package, and bundles the providers. npm runs it after an installation, on whatever Node it has.
import { buildPackage } from "./lib/build.mjs";
import { bundle } from "./lib/bundle.mjs";
import { orProblem } from "./lib/say.mjs";

await orProblem(async () => {
  await buildPackage();
  await bundle();
});
