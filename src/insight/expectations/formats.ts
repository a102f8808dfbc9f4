import { clipped, type Extent, GITHUB_LIMIT, printWithin } from "../report/extent";
import { type JunitCase, junitReport } from "../report/junit";
import { details, escaped, table } from "../report/markdown";
import { count, jsonReport, printable, type Style, styled } from "../report/text";
import type { Outcome } from "./claims";
import { countsOf, type Result, titleOf } from "./judge";

const colours: Readonly<Record<Outcome, Style>> = {
  holds: "green",
  fails: ["red", "bold"],
  "not-known": "yellow",
};

const outcomeText = (outcome: Outcome): string => outcome.replace("-", " ");

const LONGEST_OUTCOME = "NOT KNOWN".length;

/** The report for a terminal. */
export function asText(results: readonly Result[], isColoured: boolean): string {
  const blocks = results.map((result) => {
    const { outcome } = result;
    const text = outcome === "holds" ? outcome : outcomeText(outcome).toUpperCase();
    const label = styled(colours[outcome], text.padEnd(LONGEST_OUTCOME), isColoured);
    return `${label}  ${resultLines(result).map(printable).join("\n")}`;
  });
  return [...blocks, printable(summaryLine(results))].join("\n");
}

function resultLines(result: Result): string[] {
  const { expectation, project, stack, outcome, reasons, explanation } = result;
  const head = `${titleOf(expectation)} (${project}/${stack})`;
  const lines = [head, ...reasons.map((reason) => `  ${reason}`)];
  if (outcome !== "holds" && expectation.reason !== undefined)
    lines.push(`  why it must hold: ${expectation.reason}`);
  return [...lines, ...explanation.map((line) => `    ${line}`)];
}

/** `3 expectations: 1 hold, 1 fail, 1 not known`. */
function summaryLine(results: readonly Result[]): string {
  const { holds, fails, "not-known": notKnown } = countsOf(results);
  return `${count(results.length, "expectation")}: ${holds} hold, ${fails} fail, ${notKnown} not known`;
}

/** A comment for a pull request, by default of a length that GitHub accepts. */
export function asMarkdown(results: readonly Result[], maxLength = GITHUB_LIMIT): string {
  const unmet = results.filter(({ outcome }) => outcome !== "holds");
  return printWithin((extent) => markdownWithin(extent, results, unmet), unmet.length, maxLength);
}

function markdownWithin(
  { groupCount, listsChanges, maxTextLength }: Extent,
  results: readonly Result[],
  unmet: readonly Result[],
): string {
  const listed = unmet.slice(0, groupCount);
  const isWhole = groupCount === unmet.length && listsChanges;
  return [
    "### Ingress expectations",
    escaped(summaryLine(results)),
    ...unmetTable(listed, maxTextLength),
    ...(listsChanges ? listed.flatMap(foldedExplanation) : []),
    ...(isWhole ? [] : [leftOutNote(unmet.length - groupCount)]),
  ].join("\n\n");
}

const leftOutNote = (expectations: number): string =>
  `Left out, because the length of this report is limited: ${count(expectations, "expectation")}, and the explanations. ` +
  "For the full report, run `edge-ingress test`.";

function unmetTable(unmet: readonly Result[], maxTextLength: number): string[] {
  if (unmet.length === 0) return [];
  const cell = (text: string) => escaped(clipped(text, maxTextLength));
  const rows = unmet.map(({ outcome, expectation, reasons, project, stack }) => [
    `**${outcomeText(outcome)}**`,
    cell(titleOf(expectation)),
    reasons.map(cell).join("<br>"),
    escaped(`${project}/${stack}`),
  ]);
  return [table(["", "Expectation", "Found", "Stack"], rows)];
}

function foldedExplanation({ expectation, explanation }: Result): string[] {
  const lines = explanation.map((line) => line.trim());
  if (expectation.reason !== undefined) lines.unshift(expectation.reason);
  return details(
    titleOf(expectation),
    lines.map((line) => `- ${escaped(line)}`),
  );
}

/** JUnit XML, as pipelines read it. An expectation that is not known is an error, and a failure is a failure. */
export function asJunit(results: readonly Result[]): string {
  return junitReport(results.map(junitCase));
}

function junitCase(result: Result): JunitCase {
  const { expectation, project, stack, outcome, reasons, explanation } = result;
  const passed = { name: titleOf(expectation), suite: `${project}/${stack}` };
  if (outcome === "holds") return passed;
  const element = outcome === "fails" ? "failure" : "error";
  const lines = [...reasons, ...explanation];
  return { ...passed, failed: { element, message: reasons.join("; "), lines } };
}

/** The report for programs, which docs/expectations.md describes. */
export const asJson = (results: readonly Result[]): string =>
  jsonReport(1, { counts: countsOf(results), results });
