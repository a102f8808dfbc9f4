import { npm } from "../tools/base/packages.mjs";

/**
 * Packs the npm package. npm writes the same bytes for the same files.
 * @param {import("./stage.mjs").Stage} stage
 * @param {string} out
 */
export async function packNpm({ folder }, out) {
  await npm(["pack", "--ignore-scripts", "--pack-destination", out], folder);
}
