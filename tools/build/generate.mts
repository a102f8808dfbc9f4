// npm run generate: writes what in the documents follows from the code, and the plugin's package schema.
// With --check: names the files that it would change.

import { root } from "../base/project.mjs";
import { Problem, say } from "../base/say.mjs";
import { bundle } from "./bundle.mjs";
import { build } from "./checks.mts";
import { stale, write } from "./generate/documents.mts";

export async function main(args: string[]): Promise<number> {
  await build();
  // Some parts are what the bundled command prints.
  await bundle();
  // Loaded only now, since they load dist.
  const { parts } = await import("./generate/parts.mts");
  if (args.includes("--check")) {
    const files = stale(parts, root);
    if (files.length > 0)
      throw new Problem(`${files.join(", ")}: not as the code says. Run: npm run generate`);
    return 0;
  }
  const written = write(parts, root);
  say(written.length === 0 ? "Nothing to write." : `Written: ${written.join(", ")}.`);
  return 0;
}
