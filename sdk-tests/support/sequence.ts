import { beforeEach, type RunnerTestCase, type RunnerTestSuite } from "vitest";

/**
 * Declares that each test of the file continues from the state of the previous test: a stack that the first test creates is
 * changed by the next. A test whose predecessor did not pass fails with a sentence in place of an error about the missing state.
 */
export function continueFromPrevious(): void {
  beforeEach(({ task }) => {
    const tests = testsIn(task.file);
    const previous = tests[tests.findIndex(({ id }) => id === task.id) - 1];
    if (previous === undefined || previous.result?.state === "pass") return;
    const outcome = previous.result?.state === "fail" ? "failed" : "did not run";
    throw new Error(
      `This test continues from the state of the test "${previous.name}", which ${outcome}: run the whole file.`,
    );
  });
}

const testsIn = ({ tasks }: RunnerTestSuite): RunnerTestCase[] =>
  tasks.flatMap((task) => (task.type === "suite" ? testsIn(task) : [task]));
