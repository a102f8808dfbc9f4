import { npm } from "../tools/base/packages.mjs";
import type { Stage } from "./stage.mts";

/** Packs the npm package. npm writes the same bytes for the same files. */
export async function packNpm({ folder }: Stage, out: string) {
  await npm(["pack", "--ignore-scripts", "--pack-destination", out], folder);
}
