// npm run build: compiles the package, and bundles the providers. npm runs it after an installation, on whatever Node it has.
import { buildPackage } from "./lib/build.mjs";
import { bundle } from "./lib/bundle.mjs";
import { Problem } from "./lib/say.mjs";

try {
  await buildPackage();
  await bundle();
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
