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

const wordOf = (outcome: Outcome): string => outcome.replace("-", " ");

/** The report for a terminal. An expectation that holds takes one line. */
export function asText(results: readonly Result[], isColoured: boolean): string {
  const blocks = results.map(({ expectation, project, stack, outcome, reasons, explanation }) => {
    const word = outcome === "holds" ? outcome : wordOf(outcome).toUpperCase();
    const lines = [
      `${titleOf(expectation)} (${project}/${stack})`,
      ...reasons.map((reason) => `  ${reason}`),
      ...(outcome !== "holds" && expectation.reason
        ? [`  why it must hold: ${expectation.reason}`]
        : []),
      ...explanation.map((line) => `    ${line}`),
    ];
    return `${styled(colours[outcome], word.padEnd(9), isColoured)}  ${lines.map(printable).join("\n")}`;
  });
  return [...blocks, printable(summaryLine(results))].join("\n");
}

/** `3 expectations: 1 hold, 1 fail, 1 not known until apply`. */
function summaryLine(results: readonly Result[]): string {
  const { holds, fails, "not-known": notKnown } = countsOf(results);
  return `${count(results.length, "expectation")}: ${holds} hold, ${fails} fail, ${notKnown} not known until apply`;
}

/** A comment for a pull request. */
export function asMarkdown(results: readonly Result[]): string {
  const unmet = results.filter(({ outcome }) => outcome !== "holds");
  const rows = unmet.map(({ outcome, expectation, reasons, project, stack }) => [
    `**${wordOf(outcome)}**`,
    escaped(titleOf(expectation)),
    reasons.map(escaped).join("<br>"),
    escaped(`${project}/${stack}`),
  ]);
  const explained = unmet.flatMap(({ expectation, explanation }) => {
    const lines = [expectation.reason ?? [], explanation.map((line) => line.trim())].flat();
    const items = lines.map((line) => `- ${escaped(line)}`);
    return details(titleOf(expectation), items);
  });
  return [
    "### Ingress expectations",
    escaped(summaryLine(results)),
    ...(rows.length === 0 ? [] : [table(["", "Expectation", "Found", "Stack"], rows)]),
    ...explained,
  ].join("\n\n");
}

/** JUnit XML, as pipelines read it. An expectation that is not known is an error, and a failure is a failure. */
export function asJunit(results: readonly Result[]): string {
  const cases = results.map(
    ({ expectation, project, stack, outcome, reasons, explanation }): JunitCase => {
      const known = { name: titleOf(expectation), suite: `${project}/${stack}` };
      if (outcome === "holds") return known;
      const element = outcome === "fails" ? "failure" : "error";
      return {
        ...known,
        failed: { element, message: reasons.join("; "), lines: [...reasons, ...explanation] },
      };
    },
  );
  return junitReport(cases);
}

/** The report for programs, which docs/expectations.md describes. */
export const asJson = (results: readonly Result[]): string =>
  jsonReport(1, { counts: countsOf(results), results });
