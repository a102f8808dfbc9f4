import { buildPackage } from "../lib/build.mjs";
import { bundlePlugin } from "../lib/bundle.mjs";
import { root } from "../lib/project.mjs";
import { run } from "../lib/run.mjs";
import { Problem } from "../lib/say.mjs";

/** What a provider process loads. */
const LOADED = ["@pulumi/pulumi", "pulumi-edge-ingress/provider-v1"].map((name) => `require("${name}")`).join(";");

/** The tests are about what `src` is now; quick where it has not changed. */
export async function setup() {
  const { code, output } = await buildPackage();
  if (code !== 0) throw new Problem(`The package does not compile:\n${output.trim()}`);
  await bundlePlugin();
  // Hundreds of processes load the same files, and the engine ends most of them before they would keep what they compiled.
  await run(process.execPath, ["-e", LOADED], { cwd: root, capture: true });
}
