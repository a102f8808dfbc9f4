import { styleText } from "node:util";
import { count, printable } from "../report/text";
import type { Outcome } from "./claims";
import { countsOf, type Result, titleOf } from "./judge";

const colours: Readonly<Record<Outcome, Parameters<typeof styleText>[0]>> = {
  holds: "green",
  fails: ["red", "bold"],
  "not-known": "yellow",
};

/** The words of an outcome. */
export const outcomeWords: Readonly<Record<Outcome, string>> = {
  holds: "holds",
  fails: "FAILS",
  "not-known": "NOT KNOWN",
};

/** For people at a terminal: expectations that hold in a line each. */
export function asText(results: readonly Result[], isColoured: boolean): string {
  const word = (outcome: Outcome) => {
    const text = outcomeWords[outcome].padEnd(9);
    return isColoured ? styleText(colours[outcome], text, { validateStream: false }) : text;
  };
  const blocks = results.map((result) => `${word(result.outcome)}  ${resultLines(result).map(printable).join("\n")}`);
  return [...blocks, printable(summaryLine(results))].join("\n");
}

const resultLines = (result: Result): string[] => [
  `${titleOf(result.expectation)} (${result.project}/${result.stack})`,
  ...result.reasons.map((reason) => `  ${reason}`),
  ...(result.outcome !== "holds" && result.expectation.reason
    ? [`  why it must hold: ${result.expectation.reason}`]
    : []),
  ...result.explanation.map((line) => `    ${line}`),
];

/** `3 expectations: 1 holds, 1 fails, 1 not known until apply`. */
export function summaryLine(results: readonly Result[]): string {
  const { holds, fails, "not-known": notKnown } = countsOf(results);
  return `${count(results.length, "expectation")}: ${holds} hold, ${fails} fail, ${notKnown} not known until apply`;
}
