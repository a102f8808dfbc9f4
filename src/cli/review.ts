import { type Command, Option } from "commander";
import type { Severity } from "../insight/report/finding";
import type { Review } from "../insight/review/findings";
import { decodedInput, readFrom } from "./input";
import { endWith, exceptionsIn, type ReportFlags, reportCommand, warn } from "./report-command";

// The provider's tables would make every start of the command slower, so that all of the review is loaded later.
const formats = {
  text: async (review: Review) =>
    (await import("../insight/review/text.js")).asText(review, process.stdout.isTTY && process.stdout.hasColors()),
  markdown: async (review: Review) => (await import("../insight/review/markdown.js")).asMarkdown(review),
  json: async (review: Review) => (await import("../insight/review/json.js")).asJson(review),
  sarif: async (review: Review, version: string) => {
    const { sarifReport } = await import("../insight/report/sarif.js");
    const { allRules } = await import("../insight/review/wording.js");
    return sarifReport(
      { name: "edge-ingress review", semanticVersion: version, page: "review-rules.md" },
      allRules,
      review,
    );
  },
};

interface Flags extends ReportFlags<keyof typeof formats> {
  readonly drift?: true;
  readonly failOn?: Severity;
}

const HELP = `
  pulumi preview --json --show-sames | edge-ingress review
  edge-ingress review staging.json prod.json --format markdown --fail-on high
  pulumi refresh --preview-only --json | edge-ingress review --drift --fail-on medium

Exit codes: 0; 1 if --fail-on is set and a finding has that severity or a higher one; 2 if a preview cannot be read.
docs/review-rules.md lists the rules; docs/review-formats.md describes the ignore file and the formats.
`;

/** `edge-ingress review`: reports what a previewed change does to the ingress. */
export const reviewCommand = (version: string): Command =>
  reportCommand("review", formats)
    .description("Report what the change of a `pulumi preview --json` does to the ingress.")
    .argument("[files...]", "outputs of `pulumi preview --json`, of one stack or of several (default: standard input)")
    .addOption(
      new Option("--fail-on <severity>", "exit with 1 if there is a finding of this severity or a higher one").choices([
        "high",
        "medium",
        "low",
      ]),
    )
    .option(
      "--drift",
      "report only what was changed outside Pulumi; exit with 2 if a preview has not refreshed the state",
    )
    .addHelpText("after", HELP)
    .action((files: readonly string[], flags: Flags) => endWith(run(files, flags, version)));

async function run(files: readonly string[], flags: Flags, version: string): Promise<number> {
  const { readPreview } = await import("../insight/stack/preview.js");
  const { hasFinding, review } = await import("../insight/review/findings.js");
  const { onlyDrift } = await import("../insight/review/drift.js");
  const { knownRule } = await import("../insight/report/ignore.js");
  const { unusedNote } = await import("../insight/report/exception.js");
  const { ruleIds } = await import("../insight/review/wording.js");
  const exceptions = [
    ...flags.ignore.map((id) => ({ rule: knownRule(id, "--ignore", ruleIds), reason: "--ignore" })),
    ...(await exceptionsIn(flags.ignoreFile)),
  ];
  const read = (content: string) => (flags.drift ? onlyDrift(readPreview(content)) : readPreview(content));
  const previews =
    files.length === 0
      ? [read(await decodedInput("the output of `pulumi preview --json`"))]
      : files.map((file) => readFrom(file, read));
  const reviewed = review(previews, exceptions);
  console.log(await formats[flags.format](reviewed, version));
  if (flags.format !== "json") for (const each of reviewed.unused) warn(unusedNote(each, "finding"));
  return flags.failOn && hasFinding(reviewed, flags.failOn) ? 1 : 0;
}
