import { inbound, of } from "../declared";
import { disabled, type Label, risky } from "./label";

/** Traffic policies that no longer deny what they denied. */
export const policies: readonly Label[] = [
  risky(
    "policy-disabled",
    "high",
    "Requests that the policy denied are accepted.",
    of({ policy: inbound("a") }, { policy: { ...inbound("a"), ...disabled } }),
  ),
  risky(
    "policy-without-action",
    "high",
    "The rule still selects requests, but nothing is done with them.",
    of({ policy: inbound("a") }, { policy: { inbound: { expressions: ["a"] } } }),
  ),
  risky(
    "policy-inbound-to-outbound",
    "high",
    "Requests are no longer judged, their responses alone are.",
    of({ policy: inbound("a") }, { policy: { outbound: inbound("a").inbound } }),
  ),
  risky(
    "policy-never-matches",
    "medium",
    "The expression is never true, so the rule no longer denies anything that it denied.",
    of({ policy: inbound("a") }, { policy: inbound("false") }),
  ),
  risky(
    "policy-other-action",
    "medium",
    "Requests that were denied are now only logged, as far as the name of the action tells.",
    of({ policy: inbound("a") }, { policy: { inbound: { expressions: ["a"], actions: { type: "log" } } } }),
  ),
  risky(
    "policy-other-config",
    "medium",
    "The reference does not show what the settings of an action mean, so a larger limit may let requests in.",
    of(
      { policy: { inbound: { actions: { type: "rate-limit", config: { capacity: 10 } } } } },
      { policy: { inbound: { actions: { type: "rate-limit", config: { capacity: 1_000_000 } } } } },
    ),
  ),
];
