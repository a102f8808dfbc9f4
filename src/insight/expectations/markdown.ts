import { details, escaped, table } from "../report/markdown";
import type { Result } from "./judge";
import { titleOf } from "./judge";
import { outcomeWords, summaryLine } from "./text";

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
      `**${outcomeWords[outcome].toLowerCase()}**`,
      escaped(titleOf(expectation)),
      reasons.map(escaped).join("<br>"),
      escaped(`${project}/${stack}`),
    ]),
  );

const explained = ({ explanation, expectation }: Result): string[] => [
  ...(expectation.reason ? [`- ${escaped(expectation.reason)}`] : []),
  ...explanation.map((line) => `- ${escaped(line.trim())}`),
];
