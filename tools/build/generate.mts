// npm run generate: writes what in the documents follows from the code, and the plugin's package schema.
// With --check: names the files that it would change.

import { root } from "../base/project.mjs";
import { say } from "../base/say.mjs";
import { build, generated } from "./checks.mts";
import { write } from "./generate/documents.mts";

export async function main(args: string[]): Promise<number> {
  await build();
  if (args.includes("--check")) {
    await generated();
    return 0;
  }
  const { parts } = await import("./generate/parts.mts");
  const written = write(parts, root);
  say(written.length === 0 ? "Nothing to write." : `Written: ${written.join(", ")}.`);
  return 0;
}
