import { checkedExpectations, type Expectation } from "../expectations/expectation";
import { judge, titleOf } from "../expectations/judge";
import type { IngressPolicy } from "./policy";

/** The expectations of `edge-ingress test`, as a policy. What is known at apply is judged after the apply. */
export const expected: IngressPolicy<{ readonly expectations: readonly Expectation[] }> = {
  title: "Expectations hold",
  description: "The expectations that a team has written down are true: see docs/expectations.md.",
  severity: "high",
  properties: {
    expectations: {
      type: "array",
      items: { type: "object" },
      default: [],
      description: "As in a file of expectations.",
    },
  },
  defaults: { expectations: [] },
  judge: ({ ingress }, { expectations }) => {
    if (expectations.length === 0) return [];
    return judge(checkedExpectations({ expectations }), [ingress])
      .filter(({ outcome }) => outcome === "fails")
      .map(({ expectation, failing }) => ({
        message: `${titleOf(expectation)}: ${failing.length > 0 ? `does not hold for ${failing.join(", ")}` : "no route serves the path"}`,
      }));
  },
};
