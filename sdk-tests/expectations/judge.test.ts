import { describe, expect, it } from "vitest";
import { judgeExpectations, titleOf } from "../../src/insight/expectations/judge";
import { labelledStacks } from "./labelled";
import { ingressIn } from "./stacks";

describe.each(labelledStacks)("in a stack with $name", ({ text, expectations }) => {
  const ingress = ingressIn(text);

  it.each(
    expectations.map(
      (labelled) => [titleOf(labelled.expectation), labelled.outcome, labelled] as const,
    ),
  )("%s %s", (_, outcome, { expectation, reason }) => {
    const [result] = judgeExpectations([expectation], [ingress]);
    expect({ outcome: result?.outcome, reasons: result?.reasons }).toEqual({
      outcome,
      reasons: expect.anything(),
    });
    expect((result?.reasons.length ?? 0) > 0).toBe(outcome !== "holds");
    expect(result?.reasons.join("; ")).toContain(reason);
    expect(JSON.stringify(result)).not.toContain("canary");
  });
});
