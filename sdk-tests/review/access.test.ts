import { expect, it } from "vitest";
import { isAnyWeaker, isWeaker } from "../../src/insight/ingress/access";

/** Tests of the order of the strengths of protections. `modules.test.ts` tests the strength of each module. */

const ORDER = ["nothing", "minimal", "weak", "real"] as const;

it("a strength is weaker than each one after it in the order, and than no other", () => {
  for (const [index, after] of ORDER.entries())
    for (const [indexBefore, before] of ORDER.entries())
      expect(isWeaker(after, before)).toBe(index < indexBefore ? "yes" : "no");
});

it("a strength that is not known may be weaker than all but nothing, and nothing is weaker than it", () => {
  expect(ORDER.map((strength) => isWeaker("unknown", strength))).toEqual([
    "no",
    "may",
    "may",
    "may",
  ]);
  expect(ORDER.map((strength) => isWeaker(strength, "unknown"))).toEqual([
    "yes",
    "may",
    "may",
    "may",
  ]);
  expect(isWeaker("unknown", "unknown")).toBe("no");
});

it.each([
  [{}, {}, "no"],
  [{ credential: "real" }, { credential: "weak" }, "no"],
  [{ credential: "real" }, { credential: "real", address: "weak" }, "yes"],
  [{ credential: "unknown", address: "real" }, { credential: "real", address: "real" }, "may"],
  [{ credential: "unknown", address: "weak" }, { credential: "real", address: "real" }, "yes"],
] as const)("of the protections %o, after %o, one is weaker: %s", (after, before, expected) => {
  expect(isAnyWeaker(after, before)).toBe(expected);
});
