import { type JunitCase, junitReport } from "../report/junit";
import { details, escaped, table } from "../report/markdown";
import { count, jsonReport, printable, type Style, styled } from "../report/text";
import { countsOf, type Outcome, type Result, titleOf } from "./judge";

const outcomes: Readonly<Record<Outcome, { readonly word: string; readonly colour: Style }>> = {
  holds: { word: "holds", colour: "green" },
  fails: { word: "FAILS", colour: ["red", "bold"] },
  "not-known": { word: "NOT KNOWN", colour: "yellow" },
};

/** For people at a terminal: expectations that hold in a line each. */
export function asText(results: readonly Result[], isColoured: boolean): string {
  const blocks = results.map((result) => {
    const { word, colour } = outcomes[result.outcome];
    return `${styled(colour, word.padEnd(9), isColoured)}  ${resultLines(result).map(printable).join("\n")}`;
  });
  return [...blocks, printable(summaryLine(results))].join("\n");
}

const resultLines = ({ expectation, project, stack, outcome, reasons, explanation }: Result): string[] => [
  `${titleOf(expectation)} (${project}/${stack})`,
  ...reasons.map((each) => `  ${each}`),
  ...(outcome !== "holds" && expectation.reason ? [`  why it must hold: ${expectation.reason}`] : []),
  ...explanation.map((line) => `    ${line}`),
];

/** `3 expectations: 1 holds, 1 fails, 1 not known until apply`. */
function summaryLine(results: readonly Result[]): string {
  const { holds, fails, "not-known": notKnown } = countsOf(results);
  return `${count(results.length, "expectation")}: ${holds} hold, ${fails} fail, ${notKnown} not known until apply`;
}

/** A comment for a pull request. */
export function asMarkdown(results: readonly Result[]): string {
  const open = results.filter(({ outcome }) => outcome !== "holds");
  return [
    "### Ingress expectations",
    escaped(summaryLine(results)),
    ...(open.length === 0 ? [] : [resultsTable(open)]),
    ...open.flatMap((result) => details(titleOf(result.expectation), explained(result))),
  ].join("\n\n");
}

const resultsTable = (results: readonly Result[]): string =>
  table(
    ["", "Expectation", "Found", "Stack"],
    results.map(({ outcome, expectation, reasons, project, stack }) => [
      `**${outcomes[outcome].word.toLowerCase()}**`,
      escaped(titleOf(expectation)),
      reasons.map(escaped).join("<br>"),
      escaped(`${project}/${stack}`),
    ]),
  );

const explained = ({ explanation, expectation }: Result): string[] => [
  ...(expectation.reason ? [`- ${escaped(expectation.reason)}`] : []),
  ...explanation.map((line) => `- ${escaped(line.trim())}`),
];

/** JUnit XML, as pipelines read it. An expectation that is not known is an error, and a failure is a failure. */
export const asJunit = (results: readonly Result[]): string => junitReport(results.map(caseOf));

function caseOf({ expectation, project, stack, outcome, reasons, explanation }: Result): JunitCase {
  const known = { name: titleOf(expectation), suite: `${project}/${stack}` };
  if (outcome === "holds") return known;
  const element = outcome === "fails" ? "failure" : "error";
  return { ...known, failed: { element, message: reasons.join("; "), lines: [...reasons, ...explanation] } };
}

/** For programs; docs/expectations.md describes it. */
export const asJson = (results: readonly Result[]): string => jsonReport(1, { counts: countsOf(results), results });
