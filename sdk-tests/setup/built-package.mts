import { bundle } from "../../tools/build/bundle.mjs";
import { buildPackage } from "../../tools/build/package.mjs";

/** Builds the package from the current `src`, quickly if nothing has changed. */
export async function setup() {
  await buildPackage();
  await bundle();
}
