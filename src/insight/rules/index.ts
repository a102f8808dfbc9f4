import { bySeverity } from "../report/finding";
import { agentIngressRules } from "./agent-ingresses";
import { allowListRules } from "./allow-lists";
import { eventRules } from "./event-destinations";
import { flawRules } from "./flaws";
import { headerRules } from "./headers";
import { hiddenValueRules } from "./hidden-values";
import { identityRules } from "./identities";
import { movingProtectionRules } from "./moving-protections";
import { protectionRules } from "./protections";
import { providerRules } from "./providers";
import { publicRouteRules } from "./public-routes";
import { reassignedRequestRules } from "./reassigned-requests";
import { retainedRules } from "./retained";
import { routeRules } from "./routes";
import { type Rule, rule } from "./rule";
import { sessionRules } from "./sessions";
import { sshAuthorityRules } from "./ssh-authorities";
import { tlsRules } from "./tls";
import { tokenPlaceRules } from "./token-places";
import { trafficRules } from "./traffic";
import { trafficPolicyRules } from "./traffic-policies";
import { userAgentFilterRules } from "./user-agent-filter";

/**
 * The rule of the parts of a preview that this release cannot read. No object shows their change, so `review/stack.ts` makes the
 * findings.
 */
export const notReviewed = rule({
  id: "not-reviewed",
  severity: "medium",
  title: "A part of the preview was not reviewed",
  why: "This release does not know it, or the preview lacks it, so that a finding may be missing.",
  fix: "Update pulumi-edge-ingress and save the whole output of a new preview, or review this part by hand.",
  messages: {
    unknown: "has {what}, which this release does not know",
    lacking: "lacks {what}",
  },
  find: () => [],
});

/**
 * The rule of drift that the planned change reverts. `review/wording.ts` gives it to the finding, in place of the rule that found the
 * drift.
 */
export const restored = rule({
  id: "restored",
  severity: "low",
  title: "The change restores what was changed outside Pulumi",
  why: "The server stays as it was found until the change is applied.",
  fix: "Apply the change soon, and find out who changed the object outside Pulumi.",
  messages: {},
  find: () => [],
});

const all = [
  ...protectionRules,
  ...userAgentFilterRules,
  ...movingProtectionRules,
  ...flawRules,
  ...allowListRules,
  ...identityRules,
  ...sessionRules,
  ...tokenPlaceRules,
  ...tlsRules,
  ...trafficPolicyRules,
  ...headerRules,
  ...routeRules,
  ...reassignedRequestRules,
  ...retainedRules,
  ...publicRouteRules,
  ...trafficRules,
  ...agentIngressRules,
  ...sshAuthorityRules,
  ...eventRules,
  ...providerRules,
  ...hiddenValueRules,
  restored,
  notReviewed,
];

/** All rules of the review, highest severity first. */
export const allRules: readonly Rule[] = bySeverity(all, ({ severity }) => severity);

export const ruleIds: readonly string[] = allRules.map(({ id }) => id);
