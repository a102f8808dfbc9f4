import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { asJunit } from "../../insight/expectations/formats";
import { codeQualityReport } from "../../insight/report/code-quality";
import { sarifReport } from "../../insight/report/sarif";
import type { Review } from "../../insight/review/findings";
import { asJson } from "../../insight/review/formats";
import { allRules } from "../../insight/rules/index";
import { cwd, EXPECTATIONS_FILE, type FlagValues, sourceRoot, textOption } from "../command";
import { withReason, writeOutput, writing } from "../input";
import { createOutputFolder, DEFAULT_FOLDER, oneLine, setStepOutputs } from "./folders";
import { reportMarkdown } from "./markdown";
import { inputChoice, inputFlag, withoutEmpty, wordsOption } from "./options";
import { publish } from "./publish";
import { outputsOf, type Reviewed, resultJson, thresholds } from "./result";
import { IGNORE_FILE, reviewPreviews } from "./reviewed";

export const options = {
  cwd,
  previews: wordsOption(
    "<paths>",
    "previews, and folders of previews (default: ingress-review/previews)",
  ),
  name: textOption("<name>", "name of the review, by which its comment is found"),
  failOn: inputChoice(
    "<severity>",
    "severity from which on a finding makes `edge-ingress ci gate` fail",
    thresholds,
    "medium",
  ),
  ignoreFile: textOption(
    "<file>",
    `JSON file of what to ignore, with reasons (default: ${IGNORE_FILE}, if it exists)`,
  ),
  expectations: textOption(
    "<file>",
    `expectations of the stacks after the change (default: ${EXPECTATIONS_FILE}, if it exists)`,
  ),
  sourceRoot,
  drift: inputFlag("report only what was changed outside Pulumi"),
  comment: inputFlag("comment on the pull request", true),
  issue: textOption(
    "<title>",
    "issue that contains the report while a finding makes the gate fail",
  ),
  sarif: inputChoice(
    "<when>",
    "upload to GitHub code scanning, if the repository has it (auto), or fail without it (true)",
    ["auto", "true", "false"],
    "auto",
  ),
  out: textOption(
    "<folder>",
    "folder for the reports (default: a temporary folder in GitHub Actions, else ingress-review)",
  ),
};

export type Flags = FlagValues<typeof options>;

export const help = `
Reviews previews, and writes review.md, review.json, review.sarif, code-quality.json, expectations.xml (JUnit), result.json and
result.env (for GitLab's dotenv reports). In GitHub Actions, it also writes the job summary and the outputs of the step. With the
token in GITHUB_TOKEN or GITLAB_TOKEN, it writes one comment on the pull request, and edits that comment in later runs. A comment
that cannot be written is a warning.

  edge-ingress ci report --previews ingress-review --name shop --fail-on medium
  edge-ingress ci report --drift --issue "Drift of the ingress"

Exit codes: 0; 2 if a file cannot be read or written, or if --sarif is true and the upload fails.
`;

/** `edge-ingress ci report`: reports a review in a pipeline. */
export async function run(parsed: Flags, version: string): Promise<number> {
  const { env } = process;
  const flags = withoutEmpty(parsed);
  const reviewed = reviewPreviews(flags, env);
  const files = reportFiles(reviewed, flags, version);
  const folder = createOutputFolder(flags.out, DEFAULT_FOLDER, env);
  const paths = writeFiles(folder, files);
  appendSummary(files.markdown, env);
  const published = await publish(reviewed, files.sarif, { ...flags, version }, env);
  setStepOutputs({ ...outputsOf(reviewed), ...paths, "comment-url": published.url }, env);
  return published.isComplete ? 0 : 2;
}

/** The texts of the reports, by the names of the outputs that have their paths. */
const reportFiles = (
  reviewed: Reviewed,
  { name, sourceRoot: root, failOn }: Flags,
  version: string,
) => {
  const { review = EMPTY, expectations } = reviewed;
  const tool = {
    name: "edge-ingress review",
    semanticVersion: version,
    page: "review-rules.md",
    sourceRoot: root,
    category: `edge-ingress/${name ?? ""}`,
  };
  return {
    markdown: reportMarkdown(reviewed, MAX_SUMMARY_LENGTH),
    json: asJson(review),
    sarif: sarifReport(tool, allRules, review),
    codeQuality: codeQualityReport(review.findings, root),
    expectations: asJunit(expectations),
    result: resultJson(reviewed, failOn),
    variables: variablesOf(reviewed),
  };
};

const fileNames = {
  markdown: "review.md",
  json: "review.json",
  sarif: "review.sarif",
  codeQuality: "code-quality.json",
  expectations: "expectations.xml",
  result: "result.json",
  variables: "result.env",
} as const satisfies Record<keyof ReturnType<typeof reportFiles>, string>;

/** The review of no preview. */
const EMPTY: Review = { stacks: [], findings: [], ignored: [], unused: [] };

/** Writes the reports, and returns the paths of the reports that outputs name. */
function writeFiles(folder: string, files: ReturnType<typeof reportFiles>) {
  for (const [key, name] of Object.entries(fileNames)) {
    writeOutput(join(folder, name), `${files[key as keyof typeof fileNames]}\n`);
  }
  const { markdown, json, sarif, result } = fileNames;
  return {
    markdown: join(folder, markdown),
    json: join(folder, json),
    sarif: join(folder, sarif),
    result: join(folder, result),
  };
}

/** Variables for later jobs of GitLab, such as `INGRESS_REVIEW_SEVERITY=high`. */
const variablesOf = (reviewed: Reviewed): string =>
  Object.entries(outputsOf(reviewed))
    .map(
      ([name, value]) =>
        `INGRESS_REVIEW_${name.replaceAll("-", "_").toUpperCase()}=${oneLine(value)}`,
    )
    .join("\n");

/** The summary of a step of GitHub Actions may have 1 MiB, and a character at most four bytes. */
const MAX_SUMMARY_LENGTH = 250_000;

function appendSummary(markdown: string, { GITHUB_STEP_SUMMARY: file }: NodeJS.ProcessEnv): void {
  if (file) withReason(file, () => appendFileSync(file, `${markdown}\n`), writing);
}
