import { text } from "node:stream/consumers";
import { Command, Option } from "commander";
import type { Severity } from "../insight/report/finding";
import type { Review } from "../insight/review/findings";
import { exceptionsIn, readFrom } from "./ignore-file";

interface Flags {
  readonly format: "text" | "markdown" | "json" | "sarif";
  readonly failOn?: Severity;
  readonly ignore?: readonly string[];
  readonly ignoreFile?: string;
}

const HELP = `
  pulumi preview --json --show-sames | edge-ingress review
  edge-ingress review staging.json prod.json --format markdown --fail-on high

Exit codes: 0, or with --fail-on no finding of that severity or above; 1, there is one; 2, a preview cannot be read.
docs/review.md has the rules, and the form of the ignore file.
`;

/** `edge-ingress review`: says what a previewed change does to the ingress. */
export const reviewCommand = (version: string): Command =>
  new Command("review")
    .description("Say what the change of a `pulumi preview --json` does to the ingress.")
    .argument("[files...]", "outputs of `pulumi preview --json`, of one stack or of several (default: standard input)")
    .addOption(
      new Option("--format <format>", "how it is said").choices(["text", "markdown", "json", "sarif"]).default("text"),
    )
    .addOption(
      new Option("--fail-on <severity>", "exit with 1 if there is a finding of this severity or a graver one").choices([
        "high",
        "medium",
        "low",
      ]),
    )
    .option(
      "--ignore <rule>",
      "leave out the findings of a rule; repeatable",
      (id: string, ids: readonly string[] = []) => [...ids, id],
    )
    .option("--ignore-file <file>", "JSON file that names findings to leave out, with reasons")
    .addHelpText("after", HELP)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .action((files: readonly string[], flags: Flags) => run(files, flags, version));

async function run(files: readonly string[], flags: Flags, version: string): Promise<void> {
  try {
    const result = await reviewed(files, flags);
    console.log(await formatted(result, flags.format, version));
    const { hasFinding } = await import("../insight/review/findings.js");
    process.exitCode = flags.failOn && hasFinding(result, flags.failOn) ? 1 : 0;
  } catch (error) {
    console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 2;
  }
}

async function reviewed(files: readonly string[], { ignore = [], ignoreFile }: Flags): Promise<Review> {
  // The provider's tables would make every start of the command slower.
  const { readPreview } = await import("../insight/stack/preview.js");
  const { review } = await import("../insight/review/findings.js");
  const { knownRule } = await import("../insight/report/ignore.js");
  const { ruleIds } = await import("../insight/review/rules/index.js");
  const exceptions = [
    ...ignore.map((id) => ({ rule: knownRule(id, "--ignore", ruleIds), reason: "--ignore" })),
    ...(await exceptionsIn(ignoreFile)),
  ];
  const previews =
    files.length === 0 ? [readPreview(await text(process.stdin))] : files.map((file) => readFrom(file, readPreview));
  return review(previews, exceptions);
}

async function formatted(result: Review, format: Flags["format"], version: string): Promise<string> {
  switch (format) {
    case "markdown":
      return (await import("../insight/review/markdown.js")).asMarkdown(result);
    case "json":
      return (await import("../insight/review/json.js")).asJson(result);
    case "sarif": {
      const { sarifReport } = await import("../insight/report/sarif.js");
      const { allRules } = await import("../insight/review/rules/index.js");
      return sarifReport({ name: "edge-ingress review", semanticVersion: version }, allRules, result);
    }
    case "text":
      return (await import("../insight/review/text.js")).asText(
        result,
        process.stdout.isTTY && process.stdout.hasColors(),
      );
  }
}
