// npm run check: what leads through a change, in half a minute: format, lint, types, and the tests that name what a change has
// forgotten. npm test has everything else.
import { join } from "node:path";
import { root } from "../base/project.mjs";
import { run } from "../base/run.mjs";
import { build, check, lint, together } from "./checks.mts";
import { tsc } from "./package.mjs";

/** Tests that name the file to edit, or the command to run. */
const LEADING_TESTS = [
  "sdk-tests/adding.test.ts",
  "sdk-tests/package/fields.test.ts",
  "sdk-tests/package/generated.test.ts",
  "sdk-tests/package/documentation.test.ts",
  "sdk-tests/package/permanent.test.ts",
  "sdk-tests/review/arguments.test.ts",
];

export async function main(): Promise<number> {
  await build();
  await together(
    lint(),
    check("Types of sdk-tests", typesOfTests),
    check("Tests of additions", leadingTests),
  );
  return 0;
}

/** The compiler checks only the files that depend on a change. */
function typesOfTests() {
  const remembered = join(root, "node_modules", ".cache", "sdk-tests.tsbuildinfo");
  return tsc("--noEmit", "-p", "sdk-tests", "--incremental", "--tsBuildInfoFile", remembered);
}

function leadingTests() {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  return run(process.execPath, [vitest, "run", "--reporter=dot", ...LEADING_TESTS], {
    capture: true,
  });
}
