import { describe, expect, it } from "vitest";
import { type CountedModule, Counts } from "../setup/counts.mts";

/** Returns a file with these states of its tests in vitest's report. */
const module = (state: string, ...states: string[]): CountedModule => ({
  state: () => state,
  children: {
    allTests: (filter) =>
      states
        .filter((state) => state === (filter ?? state))
        .map((state) => ({ result: () => ({ state: state }) })),
  },
});

const lineOf = (modules: CountedModule[], errors: unknown[] = []): string => {
  const counts = new Counts();
  counts.onTestRunEnd(modules, errors);
  return counts.line();
};

describe("the last line of npm test", () => {
  it("names passed and failed tests, and skipped ones only when there are some", () => {
    expect(lineOf([module("passed", "passed", "passed"), module("passed", "passed")])).toBe(
      "3 passed, 0 failed",
    );
    expect(lineOf([module("failed", "passed", "failed", "skipped")])).toBe(
      "1 passed, 1 failed, 1 skipped",
    );
  });

  it("counts a file that does not load, or whose hook fails, as a failure, and a failed test once", () => {
    expect(lineOf([module("failed"), module("failed", "passed"), module("failed", "failed")])).toBe(
      "1 passed, 3 failed",
    );
  });

  it("counts an error that belongs to no test as a failure", () => {
    expect(lineOf([module("passed", "passed")], [new Error("after all tests")])).toBe(
      "1 passed, 1 failed",
    );
  });
});
