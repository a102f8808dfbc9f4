import { STACK_DIFFERENCE } from "../insight/diff/compare";
import { unusedNote } from "../insight/report/exception";
import { severities } from "../insight/report/finding";
import { knownRule } from "../insight/report/ignore";
import { sarifReport } from "../insight/report/sarif";
import { onlyDrift } from "../insight/review/drift";
import { hasFinding, type Review, review } from "../insight/review/findings";
import { asJson, asMarkdown, asText } from "../insight/review/formats";
import { allRules, ruleIds } from "../insight/review/rules";
import { readPreview } from "../insight/stack/preview";
import { choice, exceptionsIn, type FlagsOf, flag, formatOf, ignoring, warn } from "./command";
import { readInputs } from "./input";

export const formats = {
  text: (reviewed: Review) => asText(reviewed, process.stdout.isTTY && process.stdout.hasColors()),
  markdown: asMarkdown,
  json: asJson,
  sarif: (reviewed: Review, semanticVersion: string) =>
    sarifReport({ name: "edge-ingress review", semanticVersion, page: "review-rules.md" }, allRules, reviewed),
};

export const options = {
  format: formatOf(formats),
  ...ignoring,
  failOn: choice("<severity>", "exit with 1 if there is a finding of this severity or a higher one", severities),
  drift: flag("report only what was changed outside Pulumi; exit with 2 if a preview has not refreshed the state"),
};

export const help = `
  pulumi preview --json --show-sames | edge-ingress review
  edge-ingress review staging.json prod.json --format markdown --fail-on high
  pulumi refresh --preview-only --json | edge-ingress review --drift --fail-on medium

Exit codes: 0; 1 if --fail-on is set and a finding has that severity or a higher one; 2 if a preview cannot be read.
docs/review-rules.md lists the rules; docs/review-formats.md describes the ignore file and the formats.
`;

export const argumentTexts = [
  "outputs of `pulumi preview --json`, of one stack or of several (default: standard input)",
];

/** `edge-ingress review`: reports what a previewed change does to the ingress. */
export async function run(files: readonly string[], flags: FlagsOf<typeof options>, version: string): Promise<number> {
  const exceptions = [
    ...flags.ignore.map((id) => ({ rule: knownRule(id, "--ignore", ruleIds), reason: "--ignore" })),
    ...exceptionsIn(flags, [...ruleIds, STACK_DIFFERENCE]),
  ];
  const previews = await readInputs(files, "the output of `pulumi preview --json`", (_, content) =>
    flags.drift ? onlyDrift(readPreview(content)) : readPreview(content),
  );
  const reviewed = review(previews, exceptions);
  console.log(formats[flags.format](reviewed, version));
  if (flags.format !== "json") for (const each of reviewed.unused) warn(unusedNote(each, "finding"));
  return flags.failOn && hasFinding(reviewed, flags.failOn) ? 1 : 0;
}
