import { buildPackage } from "../lib/build.mjs";
import { bundlePlugin } from "../lib/bundle.mjs";
import { Problem } from "../lib/say.mjs";

/** The tests are about what `src` is now; quick where it has not changed. */
export async function setup() {
  const { code, output } = await buildPackage();
  if (code !== 0) throw new Problem(`The package does not compile:\n${output.trim()}`);
  await bundlePlugin();
}
