import { escapedMarkup } from "./text";

/** A test case of a report. */
export interface JunitCase {
  readonly name: string;
  readonly suite: string;
  /** The reason why the case fails; an `error` if it is not known whether the case passes. Absent if the case passes. */
  readonly failed?: Readonly<{
    element: "failure" | "error";
    message: string;
    lines: readonly string[];
  }>;
}

/** JUnit XML, as pipelines read it. */
export function junitReport(cases: readonly JunitCase[]): string {
  const suites = [...Map.groupBy(cases, ({ suite }) => suite)].map(suiteOf);
  const head = ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites ${numbers(cases)}>`];
  return [...head, ...suites, "</testsuites>"].join("\n");
}

const suiteOf = ([name, cases]: readonly [string, readonly JunitCase[]]): string =>
  [
    `<testsuite name="${escapedMarkup(name)}" ${numbers(cases)}>`,
    ...cases.map(caseOf),
    "</testsuite>",
  ].join("\n");

function numbers(cases: readonly JunitCase[]): string {
  const numberOf = (element: "failure" | "error") =>
    cases.filter(({ failed }) => failed?.element === element).length;
  return `tests="${cases.length}" failures="${numberOf("failure")}" errors="${numberOf("error")}"`;
}

function caseOf({ name, suite, failed }: JunitCase): string {
  const head = `<testcase name="${escapedMarkup(name)}" classname="${escapedMarkup(suite)}"`;
  if (!failed) return `${head}/>`;
  const text = failed.lines.map(escapedMarkup).join("\n");
  return `${head}><${failed.element} message="${escapedMarkup(failed.message)}">${text}</${failed.element}></testcase>`;
}
