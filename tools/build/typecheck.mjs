// npm run typecheck: the types of the package, the tests and the examples.
import { runScript } from "../base/bootstrap.mjs";
import { build, types } from "./checks.mjs";

await runScript(import.meta.url, async () => {
  await build();
  await types();
  return 0;
});
