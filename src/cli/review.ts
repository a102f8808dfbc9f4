import { InvalidArgumentError } from "commander";
import { STACK_DIFFERENCE } from "../insight/diff/compare";
import { readPreview } from "../insight/engine/preview";
import { GITHUB_LIMIT, LEAST_LENGTH } from "../insight/report/extent";
import { severities } from "../insight/report/finding";
import { sarifReport } from "../insight/report/sarif";
import { unusedNote } from "../insight/report/suppression";
import { knownRule } from "../insight/report/suppression-file";
import { onlyDrift } from "../insight/review/drift";
import { hasFinding, type Review, review } from "../insight/review/findings";
import { asJson, asText } from "../insight/review/formats";
import { asMarkdown } from "../insight/review/markdown";
import { allRules, ruleIds } from "../insight/rules/index";
import {
  choiceOption,
  type FlagsOf,
  flagOption,
  formatOption,
  ignoreOptions,
  parsedOption,
  readIgnoreFile,
  sourceRootOption,
  warn,
} from "./command";
import { readInputs } from "./input";

/** What a format depends on besides the findings. */
interface Printing {
  readonly version: string;
  /** Of formats for people. */
  readonly maxLength?: number | undefined;
  /** Of SARIF. */
  readonly sourceRoot?: string | undefined;
}

export const formats = {
  text: (reviewed: Review, { maxLength }: Printing) =>
    asText(reviewed, process.stdout.isTTY && process.stdout.hasColors(), maxLength),
  markdown: (reviewed: Review, { maxLength }: Printing) => asMarkdown(reviewed, maxLength),
  json: (reviewed: Review) => asJson(reviewed),
  sarif: (reviewed: Review, { version: semanticVersion, sourceRoot: folder }: Printing) => {
    const tool = {
      name: "edge-ingress review",
      semanticVersion,
      page: "review-rules.md",
      sourceRoot: folder,
    };
    return sarifReport(tool, allRules, reviewed);
  },
};

/** Formats for programs are whole or useless. */
const LIMITED = ["text", "markdown"];

function lengthIn(text: string): number {
  const length = /^\d+$/.test(text) ? Number(text) : 0;
  if (length >= LEAST_LENGTH) return length;
  throw new InvalidArgumentError(`It is a number of characters, at least ${LEAST_LENGTH}.`);
}

export const options = {
  format: formatOption(formats),
  ...ignoreOptions,
  failOn: choiceOption(
    "<severity>",
    "exit with 1 if there is a finding of this severity or a higher one",
    severities,
  ),
  maxLength: parsedOption(
    "<characters>",
    `shorten a report in text or markdown to this length, the least severe findings first (default for markdown: ${GITHUB_LIMIT})`,
    lengthIn,
  ),
  sourceRootOption,
  drift: flagOption(
    "report only what was changed outside Pulumi; exit with 2 if a preview has not refreshed the state",
  ),
};

export const help = `
  pulumi preview --json --show-sames | edge-ingress review
  edge-ingress review staging.json prod.json --format markdown --fail-on medium
  pulumi refresh --preview-only --json | edge-ingress review --drift --fail-on medium

Exit codes: 0; 1 if --fail-on is set and a finding has that severity or a higher one; 2 if a preview cannot be read.
docs/review-rules.md lists the rules; docs/review-formats.md describes the ignore file and the formats.
`;

export const argumentTexts = [
  "outputs of `pulumi preview --json`, of one stack or of several (default: standard input)",
];

/** `edge-ingress review`: reports what a previewed change does to the ingress. */
export async function run(
  files: readonly string[],
  flags: FlagsOf<typeof options>,
  version: string,
): Promise<number> {
  if (flags.maxLength !== undefined && !LIMITED.includes(flags.format)) {
    throw new Error(
      `--max-length is for the formats ${LIMITED.join(" and ")}: remove it, or choose one of these formats`,
    );
  }
  const suppressions = [
    ...flags.ignore.map((id) => ({ rule: knownRule(id, "--ignore", ruleIds), reason: "--ignore" })),
    ...readIgnoreFile(flags, [...ruleIds, STACK_DIFFERENCE]),
  ];
  const previews = await readInputs(files, "the output of `pulumi preview --json`", (_, content) =>
    flags.drift ? onlyDrift(readPreview(content)) : readPreview(content),
  );
  const reviewed = review(previews, suppressions);
  console.log(formats[flags.format](reviewed, { version, ...flags }));
  if (flags.format !== "json")
    for (const each of reviewed.unused) warn(unusedNote(each, "finding"));
  return flags.failOn && hasFinding(reviewed, flags.failOn) ? 1 : 0;
}
