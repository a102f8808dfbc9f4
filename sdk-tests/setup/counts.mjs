/** Counts tests for the last line of `npm test`: a reporter for vitest. */
export class Counts {
  passed = 0;
  failed = 0;
  skipped = 0;

  /**
   * @param {readonly CountedModule[]} modules one per file
   * @param {readonly unknown[]} errors that belong to no test
   */
  onTestRunEnd(modules, errors) {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const count = (/** @type {string} */ wanted) => states.filter((state) => state === wanted).length;
    this.passed = count("passed");
    this.skipped = count("skipped");
    this.failed = count("failed") + modules.filter(isBroken).length + errors.length;
  }

  /** @returns {string} */
  line() {
    return `${this.passed} passed, ${this.failed} failed${this.skipped > 0 ? `, ${this.skipped} skipped` : ""}`;
  }
}

/**
 * The part of vitest's `TestModule` that is read here.
 * @typedef {object} CountedModule
 * @property {() => string} state
 * @property {{ allTests(state?: "failed"): Iterable<{ result(): { state: string } }> }} children
 */

/**
 * A file that does not load, or whose hook fails, has no failed test of its own.
 * @param {CountedModule} module
 */
const isBroken = (module) => module.state() === "failed" && [...module.children.allTests("failed")].length === 0;
