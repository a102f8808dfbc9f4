import { buildPackage } from "../lib/build.mjs";
import { bundle } from "../lib/bundle.mjs";

/** The tests are about what `src` is now; quick where it has not changed. */
export async function setup() {
  await buildPackage();
  await bundle();
}
