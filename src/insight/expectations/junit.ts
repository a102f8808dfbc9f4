import { printable } from "../report/text";
import { countsOf, type Result, titleOf } from "./judge";

/** JUnit XML, as pipelines read it. An expectation that is not known is an error, and a failure is a failure. */
export function asJunit(results: readonly Result[]): string {
  const suites = [...Map.groupBy(results, ({ project, stack }) => `${project}/${stack}`)].map(suiteOf);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${numbers(results)}>`,
    ...suites,
    "</testsuites>",
  ].join("\n");
}

const suiteOf = ([name, results]: readonly [string, readonly Result[]]): string =>
  [`<testsuite name="${xml(name)}" ${numbers(results)}>`, ...results.map(caseOf), "</testsuite>"].join("\n");

function numbers(results: readonly Result[]): string {
  const { fails, "not-known": notKnown } = countsOf(results);
  return `tests="${results.length}" failures="${fails}" errors="${notKnown}"`;
}

function caseOf({ expectation, project, stack, outcome, reasons, explanation }: Result): string {
  const head = `<testcase name="${xml(titleOf(expectation))}" classname="${xml(`${project}/${stack}`)}"`;
  if (outcome === "holds") return `${head}/>`;
  const element = outcome === "fails" ? "failure" : "error";
  const text = [...reasons, ...explanation].map(xml).join("\n");
  return `${head}><${element} message="${xml(reasons.join("; "))}">${text}</${element}></testcase>`;
}

/** Text that begins no mark-up, without characters that XML does not allow. */
const xml = (text: string): string =>
  printable(text).replaceAll(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
