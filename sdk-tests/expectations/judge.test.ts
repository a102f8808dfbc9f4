import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../src/insight/expectations/claims";
import { judge, titleOf } from "../../src/insight/expectations/judge";
import { labelledStacks } from "./labelled";
import { ingressIn } from "./stacks";

describe.each(labelledStacks)("in a stack with $name", ({ text, expectations }) => {
  const ingress = ingressIn(text);

  it.each(expectations.map((each) => [titleOf(each.expectation), each.outcome, each] as const))(
    "%s %s",
    (_, outcome, { expectation }) => {
      const [result] = judge([expectation], [ingress]);
      expect({ outcome: result?.outcome, says: result?.reasons }).toEqual({ outcome, says: expect.anything() });
      expect((result?.reasons.length ?? 0) > 0).toBe(outcome !== "holds");
      expect(JSON.stringify(result)).not.toContain("canary");
    },
  );
});

it("docs/expectations.md has the number of expectations, of stacks, and of each outcome", () => {
  const all = labelledStacks.flatMap(({ expectations }) => expectations);
  const count = (wanted: Outcome) => all.filter(({ outcome }) => outcome === wanted).length;
  const page = readFileSync(join(__dirname, "../../docs/expectations.md"), "utf8").replaceAll(/\s+/g, " ");
  expect(page).toContain(
    `${all.length} labelled expectations of ${labelledStacks.length} stacks: ${count("holds")} hold, ` +
      `${count("fails")} fail, and ${count("not-known")} are not known`,
  );
  expect([all.length, labelledStacks.length]).toEqual([60, 10]);
});
