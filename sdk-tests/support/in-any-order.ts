import { expect } from "vitest";

/** Asserts that the items are exactly the expected items, in any order. */
export function expectInAnyOrder(actual: readonly unknown[], expected: readonly unknown[]): void {
  expect(actual).toHaveLength(expected.length);
  expect(actual).toEqual(expect.arrayContaining([...expected]));
}
