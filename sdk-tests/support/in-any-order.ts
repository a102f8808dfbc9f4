import { expect } from "vitest";

/** Asserts that there are these, each once, and nothing else. */
export function expectInAnyOrder(actual: readonly unknown[], expected: readonly unknown[]): void {
  expect(actual).toHaveLength(expected.length);
  expect(actual).toEqual(expect.arrayContaining([...expected]));
}
