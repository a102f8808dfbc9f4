// npm run typecheck: the types of the package, the tests and the examples.
import { runScript } from "./lib/bootstrap.mjs";
import { build, types } from "./lib/checks.mjs";

await runScript(import.meta.url, async () => {
  await build();
  await types();
  return 0;
});
