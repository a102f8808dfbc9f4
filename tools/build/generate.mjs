// npm run generate: writes what in the documents follows from the code, and the plugin's package schema.
// With --check: names the files that it would change.

import { runScript } from "../base/bootstrap.mjs";
import { root } from "../base/project.mjs";
import { say } from "../base/say.mjs";
import { build, generated } from "./checks.mjs";
import { write } from "./generate/documents.mjs";

await runScript(import.meta.url, async (args) => {
  await build();
  if (args.includes("--check")) {
    await generated();
    return 0;
  }
  const { parts } = await import("./generate/parts.mjs");
  const written = write(parts, root);
  say(written.length === 0 ? "Nothing to write." : `Written: ${written.join(", ")}.`);
  return 0;
});
