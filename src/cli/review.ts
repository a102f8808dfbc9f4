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
  type FlagValues,
  flagOption,
  formatOption,
  ignoreOptions,
  parsedOption,
  readIgnoreFile,
  sourceRoot,
  warn,
} from "./command";
import { readInputs } from "./input";

/** Parameters of formats. */
interface FormatParameters {
  readonly version: string;
  /** The most characters of a text or Markdown report. */
  readonly maxLength?: number | undefined;
  /** The folder of the project in its repository, for the paths in SARIF. */
  readonly sourceRoot?: string | undefined;
}

export const formats = {
  text: (reviewed: Review, { maxLength }: FormatParameters) =>
    asText(reviewed, process.stdout.isTTY && process.stdout.hasColors(), maxLength),
  markdown: (reviewed: Review, { maxLength }: FormatParameters) => asMarkdown(reviewed, maxLength),
  json: (reviewed: Review) => asJson(reviewed),
  sarif: (reviewed: Review, { version: semanticVersion, sourceRoot: folder }: FormatParameters) => {
    const tool = {
      name: "edge-ingress review",
      semanticVersion,
      page: "review-rules.md",
      sourceRoot: folder,
    };
    return sarifReport(tool, allRules, reviewed);
  },
};

/** Formats that can be shortened. A program cannot read a part of the others. */
const SHORTENABLE = ["text", "markdown"];

function parseLength(text: string): number {
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
    parseLength,
  ),
  sourceRoot,
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
  flags: FlagValues<typeof options>,
  version: string,
): Promise<number> {
  if (flags.maxLength !== undefined && !SHORTENABLE.includes(flags.format)) {
    throw new Error(
      `--max-length is for the formats ${SHORTENABLE.join(" and ")}: remove it, or choose one of these formats`,
    );
  }
  const ignored = flags.ignore.map((id) => ({
    rule: knownRule(id, "--ignore", ruleIds),
    reason: "--ignore",
    option: "--ignore",
  }));
  const suppressions = [...ignored, ...readIgnoreFile(flags, [...ruleIds, STACK_DIFFERENCE])];
  const previews = await readInputs(files, "the output of `pulumi preview --json`", (_, content) =>
    flags.drift ? onlyDrift(readPreview(content)) : readPreview(content),
  );
  const reviewed = review(previews, suppressions);
  console.log(formats[flags.format](reviewed, { version, ...flags }));
  if (flags.format !== "json")
    for (const suppression of reviewed.unused) warn(unusedNote(suppression, "finding"));
  return flags.failOn && hasFinding(reviewed, flags.failOn) ? 1 : 0;
}
