import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../base/project.mjs";

/** The sources of the bundles by the names of their files. */
const SOURCES = {
  "provider-v1.cjs": "src/provider-v1.ts",
  "plugin.cjs": "src/fronts/plugin/main.ts",
};

/**
 * Writes the provider and the plugin as one file each, with all packages, not minified, and with source maps, so that breakpoints in
 * `src` are found.
 */
export async function writeBundles(folder: string): Promise<void> {
  const { build } = await import("rolldown");
  await Promise.all(
    Object.entries(SOURCES).map(([name, input]) =>
      build({
        input: join(root, input),
        platform: "node",
        output: { file: join(folder, name), format: "cjs", codeSplitting: false, sourcemap: true },
      }),
    ),
  );
  // The plugin reads its schema from its folder.
  await copyFile(join(root, "src/fronts/plugin/schema.json"), join(folder, "schema.json"));
}
