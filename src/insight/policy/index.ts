import type { StackValidationPolicy } from "@pulumi/policy";
import { printable } from "../report/text";
import { type EdgeIngressPoliciesArgs, packConfiguration } from "./pack-configuration";
import { policies } from "./policies";
import { type IngressPolicy, withDefaults } from "./policy";
import { PolicyPack } from "./sdk";
import { policyStackReader } from "./stack";

export type { ConfigOf, PolicyName } from "./configurations";
export type { EdgeIngressPoliciesArgs, Level } from "./pack-configuration";

/** A policy pack for the ingress of a stack. Create it in the program of a policy pack. */
export class EdgeIngressPolicies extends PolicyPack {
  /**
   * @param args Levels and configurations. The configuration of a policy group overrules them.
   * @param name Name of the policy pack. Default: `edge-ingress`.
   */
  constructor(args: EdgeIngressPoliciesArgs = {}, name = "edge-ingress") {
    super(
      name,
      { policies: stackPolicies(), enforcementLevel: args.all ?? "advisory" },
      packConfiguration(args),
    );
  }
}

/** All policies, as Pulumi's SDK takes them. Add them to a policy pack of your own, or use `EdgeIngressPolicies`. */
export function stackPolicies(): StackValidationPolicy[] {
  const readStack = policyStackReader();
  return Object.entries<IngressPolicy>(policies).map(([name, policy]) => ({
    name,
    displayName: policy.title,
    description: policy.description,
    severity: policy.severity,
    configSchema: { properties: { ...policy.properties } },
    validateStack: ({ resources, getConfig }, report) => {
      const violations = policy.judge(readStack(resources), withDefaults(policy, getConfig()));
      for (const { message, urn } of violations) report(printable(message), urn);
    },
  }));
}
