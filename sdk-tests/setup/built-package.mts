import { bundle } from "../../tools/build/bundle.mjs";
import { buildPackage } from "../../tools/build/package.mjs";

/** The tests are about what `src` is now; quick where it has not changed. */
export async function setup() {
  await buildPackage();
  await bundle();
}
