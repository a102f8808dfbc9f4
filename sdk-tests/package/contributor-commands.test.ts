import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseCLI } from "vitest/node";
import { scripts } from "../../package.json";
import { blocksOf } from "../../site/stage/markdown.mts";
import vitestConfig from "../../vitest.config.mts";
import { filesBelow, root, textOf } from "../support/files";

/**
 * Tests of the commands for contributors in documents and in comments of tests: the files and tests in them exist, and
 * the commands select them.
 */

const DOCUMENTS = [
  ".github/PULL_REQUEST_TEMPLATE.md",
  "CONTRIBUTING.md",
  "bench/README.md",
  "docs/architecture.md",
  "docs/reliability-tests.md",
  "docs/releasing.md",
  "sdk-tests/README.md",
  "tools/from-source/README.md",
];

const COMMAND = /^(npm (run|test)|npx vitest|node tools\/base\/command\.mjs)\b/;

const spansIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);

/** The commands of a document, in its text and in its blocks, without comments and further commands. */
function commandsOfDocument(path: string): string[] {
  const text = textOf(path).replaceAll("\r\n", "\n");
  const lines = blocksOf(text).flatMap((block) => block.text.split("\n"));
  return [...lines, ...spansIn(text)].map((line) => line.replace(/( +#| \|).*/, "").trim());
}

const commandsOfComments = (path: string): string[] =>
  textOf(path)
    .split("\n")
    .filter((line) => /^\s*(\/\/|\/?\*)/.test(line))
    .flatMap(spansIn);

const tests = filesBelow("sdk-tests").filter((path) => path.endsWith(".ts"));
const commands = [
  ...DOCUMENTS.flatMap((path) => commandsOfDocument(path).map((command) => ({ path, command }))),
  ...tests.flatMap((path) => commandsOfComments(path).map((command) => ({ path, command }))),
].filter(({ command }) => COMMAND.test(command));

const projects = vitestConfig.test?.projects?.map((project) =>
  typeof project === "object" && "test" in project ? project.test?.name : undefined,
);

/** A word in capitals is a placeholder for the reader. */
const isPlaceholder = (word: string): boolean => /^[A-Z_]+$/.test(word);

const exists = (path: string): boolean => isPlaceholder(path) || existsSync(join(root, path));

/** vitest runs the files whose paths contain a text. */
const isPartOfTest = (part: string): boolean =>
  tests.some((path) => path.endsWith(".test.ts") && path.includes(part));

/** The problems of the arguments of vitest. */
function problemsOfVitest(args: readonly string[]): string[] {
  // Quotation marks are for a shell, and a text without spaces needs none.
  const words = args
    .join(" ")
    .replace(/"[^"]*"/g, "TITLE")
    .split(" ");
  const { filter, options } = parseCLI(["vitest", ...words], { allowUnknownOptions: false });
  const selectedProjects = [options.project ?? []].flat();
  return [
    ...(filter.length + selectedProjects.length === 0 ? ["it chooses no tests"] : []),
    ...filter
      .filter((part) => !isPlaceholder(part) && !isPartOfTest(part))
      .map((part) => `no test has ${part} in its path`),
    ...selectedProjects
      .filter((name) => !isPlaceholder(name) && !projects?.includes(name))
      .map((name) => `there is no project ${name}`),
  ];
}

/** The problems of the arguments of `npm test`, which has two options in addition to those of vitest. */
function problemsOfTest([separator, ...args]: readonly string[]): string[] {
  if (separator === undefined) return [];
  if (separator !== "--") return ["npm takes the arguments for itself: write them after --"];
  const [first, name = ""] = args;
  if (first === "--all") return args.length === 1 ? [] : ["--all stands alone"];
  if (first !== "--long") return problemsOfVitest(["run", ...args]);
  return isPlaceholder(name) || exists(`sdk-tests/long/${name}.test.ts`)
    ? []
    : [`there is no long test ${name}`];
}

/** Scripts that pass all options on to another program. */
const FORWARDING = ["mutation"];

/** The problems of a script that runs a file. */
function problemsOfScript([name = "", separator, ...args]: readonly string[]): string[] {
  const script = scripts[name as keyof typeof scripts] as string | undefined;
  if (script === undefined) return [`there is no script ${name}`];
  if (separator !== undefined && separator !== "--")
    return ["npm takes the arguments for itself: write them after --"];
  if (FORWARDING.includes(name)) return [];
  const file = script.split(" ").at(-1) ?? "";
  const folder = file.includes("/") ? file.slice(0, file.lastIndexOf("/")) : undefined;
  const sources =
    folder === undefined ? [] : filesBelow(folder).filter((path) => /\.m[jt]s$/.test(path));
  const source = sources.map(textOf).join("\n");
  const unknown = args.filter(
    (arg) => arg.startsWith("--") && !new RegExp(`\\b${arg.slice(2)}\\b`).test(source),
  );
  return unknown.map((option) => `the script has no option ${option}`);
}

function problemsOf(command: string): string[] {
  const [program, first = "", ...rest] = command.split(/ +/);
  if (program === "npx") return problemsOfVitest(rest);
  if (program === "node") return exists(rest[0] ?? "") ? [] : [`${rest[0]} is missing`];
  return first === "test" ? problemsOfTest(rest) : problemsOfScript(rest);
}

it("each command that contributors read names scripts, projects, files and options that exist, and chooses tests", () => {
  expect(commands.length).toBeGreaterThan(40);
  const wrong = commands.flatMap(({ path, command }) =>
    problemsOf(command).map((problem) => `${path}: ${command}: ${problem}`),
  );
  expect(wrong).toEqual([]);
});

it.each([
  ["npx vitest run -u sdk-tests/goldens", "it chooses no tests"],
  ["npx vitest run sdk-tests/nothing", "no test has sdk-tests/nothing in its path"],
  ["npm test -- --project=nothing", "there is no project nothing"],
  ["npm test sdk-tests/client", "npm takes the arguments for itself: write them after --"],
  ["npm test -- --long nothing", "there is no long test nothing"],
  ["npm run nothing", "there is no script nothing"],
  ["npm run generate -- --nothing-at-all", "the script has no option --nothing-at-all"],
  ["node tools/base/command.mjs tools/nothing.mts", "tools/nothing.mts is missing"],
])("the check refuses a wrong command: %s", (command, problem) => {
  expect(problemsOf(command)).toEqual([problem]);
});
