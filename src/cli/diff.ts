import { Command, Option } from "commander";
import type { Filtered } from "../insight/diff/ignore";
import { exportedStack } from "./exported-stack";
import { exceptionsIn } from "./ignore-file";

type Format = "table" | "markdown" | "json";

interface Flags {
  readonly format: Format;
  readonly ignore: readonly string[];
  readonly ignoreFile?: string;
  readonly cwd: string;
}

const HELP = `
STACK is the name of a stack, or a file that \`pulumi stack export\` wrote. Names are looked up by the Pulumi CLI in the
project's folder, with secrets decrypted for the comparison; they are never shown. In a file they can only be compared if
it was written with --show-secrets.

RULE is an argument's path (edgeId, oauth.provider), which stands for all below it; a resource's NAME, TYPE or TYPE::NAME;
or both: NAME::PATH, TYPE::NAME::PATH, TYPE::*::PATH.

Exit code: 0 if the stacks are alike, but for what is ignored; 1 if they differ, or if what is encrypted may differ; 2 if
one of them cannot be read.

  edge-ingress diff staging prod --ignore edgeId --ignore domain
`;

/** `edge-ingress diff`: what differs between the ingress resources of two stacks. */
export const diffCommand = (): Command =>
  new Command("diff")
    .description("Compare the ingress resources of two stacks.")
    .argument("<stack>", "a stack, or a file with its export")
    .argument("<other>", "another one")
    .addOption(
      new Option("--format <format>", "form of the output").choices(["table", "markdown", "json"]).default("table"),
    )
    .option(
      "--ignore <rule>",
      "leave out what the rule meets; repeatable",
      (rule, rules: string[]) => [...rules, rule],
      [],
    )
    .option("--ignore-file <file>", "JSON file that names differences to leave out, with reasons")
    .option("-C, --cwd <folder>", "folder of the Pulumi project", ".")
    .addHelpText("after", HELP)
    // Wrong words must not look like a difference.
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .action(async (one: string, other: string, flags: Flags) => {
      process.exitCode = await run(one, other, flags).catch((error: unknown) => {
        console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
        return 2;
      });
    });

async function run(one: string, other: string, { format, ignore: rules, ignoreFile, cwd }: Flags): Promise<number> {
  const [{ readExport }, { compare }, { ignore }] = await Promise.all([
    import("../insight/stack/export.js"),
    import("../insight/diff/compare.js"),
    import("../insight/diff/ignore.js"),
  ]);
  const stateOf = async (stack: string) => readExport(stack, await exportedStack(stack, cwd));
  const [a, b] = await Promise.all([stateOf(one), stateOf(other)]);
  const filtered = ignore(compare(a, b), rules, await exceptionsIn(ignoreFile));
  for (const { label, resources } of [a, b]) {
    if (!resources.some(({ isIngress }) => isIngress)) console.error(`warning: ${label} has no ingress resources`);
  }
  for (const rule of filtered.unused) console.error(`warning: --ignore ${rule} matches no difference`);
  console.log(await rendered(filtered, format));
  return filtered.differences.length === 0 ? 0 : 1;
}

async function rendered(filtered: Filtered, format: Format): Promise<string> {
  switch (format) {
    case "table":
      return (await import("../insight/diff/table.js")).tableOf(filtered);
    case "markdown":
      return (await import("../insight/diff/markdown.js")).markdownOf(filtered);
    case "json":
      return (await import("../insight/diff/json.js")).jsonOf(filtered);
  }
}
