import { PolicyPack, type PolicyPackConfig, type StackValidationPolicy } from "@pulumi/policy";
import { nearestOf } from "../../core/schema/problem";
import { printable } from "../report/text";
import { type ConfigOf, type PolicyName, policies } from "./policies";
import { configurationOf, type IngressPolicy } from "./policy";
import { policyStackOf } from "./stack";

export type { ConfigOf, PolicyName } from "./policies";

/** What a violation of a policy does: `mandatory` stops the operation. */
export type Level = "advisory" | "mandatory" | "disabled";

/** The enforcement level of each policy, or its configuration. */
export type EdgeIngressPoliciesArgs = {
  /** Level of the policies that state none. Default: advisory. */
  readonly all?: Level;
} & {
  readonly [Name in PolicyName]?: Level | ({ readonly enforcementLevel?: Level } & Partial<ConfigOf<Name>>);
};

/** A policy pack for the ingress of a stack. Create it in the program of a policy pack. */
export class EdgeIngressPolicies extends PolicyPack {
  /**
   * @param args Levels and configurations. The configuration of a policy group overrules them.
   * @param name Name of the policy pack. Default: `edge-ingress`.
   */
  constructor(args: EdgeIngressPoliciesArgs = {}, name = "edge-ingress") {
    super(name, { policies: stackPolicies(), enforcementLevel: args.all ?? "advisory" }, configOf(args));
  }
}

/**
 * The configuration in the form of Pulumi's, which takes a configuration without a level for an advisory policy.
 *
 * @throws {Error} if it names what is no policy, or what of a policy cannot be configured.
 */
function configOf({ all = "advisory", ...args }: EdgeIngressPoliciesArgs): PolicyPackConfig {
  const known = new Map<string, IngressPolicy>(Object.entries(policies));
  const config = Object.entries(args).map(([name, arg]) => {
    const policy = known.get(name);
    if (!policy) throw new Error(unknownName(`there is no policy ${name}`, name, [...known.keys()]));
    if (typeof arg === "string") return [name, arg] as const;
    const configurable = ["enforcementLevel", ...Object.keys(policy.properties)];
    const unknown = Object.keys(arg ?? {}).find((key) => !configurable.includes(key));
    if (unknown === undefined) return [name, { enforcementLevel: all, ...arg }] as const;
    throw new Error(unknownName(`${name}.${unknown} is not configurable`, unknown, configurable));
  });
  return Object.fromEntries(config);
}

function unknownName(problem: string, name: string, known: readonly string[]): string {
  const nearest = nearestOf(name, known);
  const advice = nearest === undefined ? "docs/reference/policies.md lists what there is" : `did you mean ${nearest}?`;
  return `EdgeIngressPolicies: ${problem}; ${advice}`;
}

/** All policies, in the form of Pulumi's. Add them to a policy pack of your own, or use `EdgeIngressPolicies`. */
export const stackPolicies = (): StackValidationPolicy[] =>
  Object.entries<IngressPolicy>(policies).map(([name, policy]) => ({
    ...{ name, displayName: policy.title, description: policy.description, severity: policy.severity },
    configSchema: { properties: { ...policy.properties } },
    validateStack: ({ resources, getConfig }, report) => {
      const violations = policy.judge(policyStackOf(resources), configurationOf(policy, getConfig()));
      for (const { message, urn } of violations) report(printable(message), urn);
    },
  }));
