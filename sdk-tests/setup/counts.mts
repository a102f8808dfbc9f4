// No reporter of Vitest ends with the line "N passed, N failed", which counts a file that does not load as a failure.

/** Counts tests for the last line of `npm test`: a reporter for vitest. */
export class Counts {
  passed = 0;
  failed = 0;
  skipped = 0;

  /**
   * @param modules The files with tests.
   * @param errors The errors outside of a test.
   */
  onTestRunEnd(modules: readonly CountedModule[], errors: readonly unknown[]) {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    );
    const count = (expected: string) => states.filter((state) => state === expected).length;
    this.passed = count("passed");
    this.skipped = count("skipped");
    this.failed = count("failed") + modules.filter(isBroken).length + errors.length;
  }

  line(): string {
    return `${this.passed} passed, ${this.failed} failed${this.skipped > 0 ? `, ${this.skipped} skipped` : ""}`;
  }
}

/** The part of vitest's `TestModule` that is read here. */
export interface CountedModule {
  state: () => string;
  children: { allTests(state?: "failed"): Iterable<{ result(): { state: string } }> };
}

/** True for a file that does not load, or whose hook fails, although none of its tests failed. */
const isBroken = (module: CountedModule) =>
  module.state() === "failed" && [...module.children.allTests("failed")].length === 0;
