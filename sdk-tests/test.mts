// npm test: all that a change has to pass. With arguments for vitest: the tests that they choose, and what these need.
// With --all: the same, and whole workflows, which take minutes more. With --long NAME: the one test of that name that takes
// minutes. The last line that it prints is "N passed, N failed", of all that was run.
import { join } from "node:path";
import { root } from "../tools/base/project.mjs";
import { Problem, say } from "../tools/base/say.mjs";
import { build, lint, together } from "../tools/build/checks.mts";
import { languageHosts } from "../tools/pulumi/language-hosts.mts";
import { obtainPulumiCli } from "../tools/pulumi/pulumi-cli.mts";
import { Counts } from "./setup/counts.mts";

export async function main(args: string[]): Promise<number> {
  const isAll = args[0] === "--all" && args.length === 1;
  if (args.length > 0 && !isAll) return runTests(chosenTests(args));
  await together(lint(), build());
  if (isAll) process.env.ALL_TESTS = "1";
  return runTests(isAll ? await allTests() : QUICK_TESTS);
}

/** @param projects of vitest.config.mts */
const without = (...projects: readonly string[]) => projects.map((name) => `--project=!${name}`);

const BROWSER = ["browser", "site"];
const QUICK_TESTS = without("workflows", "languages*", "release", ...BROWSER);

/**
 * What runs programs in other languages takes minutes to build: if `npm test -- --project=languages` has done that, programs in YAML,
 * Python and Go and a release are tested, too. Programs in Java run by `npm test -- --project=languages-java`, which downloads
 * what they need. The browser of the tests is one for Linux.
 * @returns for vitest
 */
async function allTests(): Promise<string[]> {
  const hosts = languageHosts(await obtainPulumiCli());
  const browser = process.platform === "linux" ? [] : BROWSER;
  return without(...(hosts ? ["languages-java"] : ["languages*", "release"]), ...browser);
}

/** The arguments for vitest. */
function chosenTests([first, name, ...rest]: string[]): string[] {
  if (first !== "--long") return [first, name, ...rest].filter((arg) => arg !== undefined);
  process.env.LONG_TESTS = "1";
  return [join("sdk-tests", "long", `${name}.test.ts`), ...rest];
}

async function runTests(args: string[]): Promise<number> {
  // Installed only now, in a fresh clone.
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
