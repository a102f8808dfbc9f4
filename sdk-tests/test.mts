// npm test: the checks of a change that need nothing but Node.js; .ci/run goes on with those that run the Pulumi CLI.
// With arguments for vitest: the selected tests, and the builds that they need. With --all: all but the tests of Java and
// those of --long, in an hour. With --long NAME: the test with that name in sdk-tests/long, which takes minutes. The last
// line of the output is "N passed, N failed", for all tests that were run. Vitest alone would neither lint first nor know
// which builds the selected tests need.
import { join } from "node:path";
import { root } from "../tools/base/project.mjs";
import { Problem, say } from "../tools/base/say.mjs";
import { build, lint, together } from "../tools/build/checks.mts";
import { findLanguageHosts, obtainPulumiCli } from "../tools/pulumi/obtain.mts";
import { Counts } from "./setup/counts.mts";

export async function main(args: string[]): Promise<number> {
  const isAll = args[0] === "--all" && args.length === 1;
  if (args.length > 0 && !isAll) return runTests(vitestArguments(args));
  await together(lint(), build());
  if (isAll) process.env.ALL_TESTS = "1";
  return runTests(isAll ? await allTests() : QUICK_TESTS);
}

/** @param projects of vitest.config.mts */
const without = (...projects: readonly string[]) => projects.map((name) => `--project=!${name}`);

const BROWSER = ["browser", "site"];
const QUICK_TESTS = without("e2e", "workflows", "variations", "languages*", "release", ...BROWSER);

/**
 * Returns the arguments for all tests. The language hosts take minutes to build: if `npm test -- --project=languages`
 * has built them, programs in YAML, Python and Go and a release are tested, too. `npm test -- --project=languages-java`
 * tests programs in Java, and downloads the packages that they need. The browser of the tests runs on Linux.
 * @returns arguments for vitest
 */
async function allTests(): Promise<string[]> {
  const hosts = await findLanguageHosts(await obtainPulumiCli());
  const browser = process.platform === "linux" ? [] : BROWSER;
  return without(...(hosts ? ["languages-java"] : ["languages*", "release"]), ...browser);
}

/** The arguments for vitest. */
function vitestArguments([first, name, ...rest]: string[]): string[] {
  if (first !== "--long") return [first, name, ...rest].filter((arg) => arg !== undefined);
  if (name === undefined)
    throw new Problem("--long needs the name of a test: run `npm test -- --long fuzz`");
  process.env.LONG_TESTS = "1";
  return [join("sdk-tests", "long", `${name}.test.ts`), ...rest];
}

async function runTests(args: string[]): Promise<number> {
  // In a fresh clone, vitest is installed only at this point.
  const { parseCLI, startVitest } = await import("vitest/node");
  const counts = new Counts();
  const { filter, options } = parseCLI(["vitest", "run", ...args]);
  const vitest = await startVitest(filter, { ...options, root, reporters: ["default", counts] });
  await vitest.close();
  const code = Number(process.exitCode ?? 0);
  if (code !== 0 && counts.failed === 0)
    throw new Problem("The tests could not be run: see above.");
  say(counts.line());
  return counts.failed === 0 ? 0 : 1;
}
