import type { PolicyPackConfig } from "@pulumi/policy";
import { nearestName } from "../../core/schema/problem";
import type { ConfigOf, PolicyName } from "./configurations";
import { policies } from "./policies";
import type { IngressPolicy } from "./policy";

/** The effect of a violation of a policy: `mandatory` stops the operation. */
export type Level = "advisory" | "mandatory" | "disabled";

/** The enforcement level of each policy, or its configuration. */
export type EdgeIngressPoliciesArgs = {
  /** Level of the policies that state none. Default: advisory. */
  readonly all?: Level;
} & {
  readonly [Name in PolicyName]?:
    | Level
    | ({ readonly enforcementLevel?: Level } & Partial<ConfigOf<Name>>);
};

/** The configuration of the pack as Pulumi expects it. */
export function packConfiguration({
  all = "advisory",
  ...args
}: EdgeIngressPoliciesArgs): PolicyPackConfig {
  const known: Readonly<Record<string, IngressPolicy>> = policies;
  const config: PolicyPackConfig = {};
  for (const [name, arg] of Object.entries(args)) {
    requireKnown(name, Object.keys(known), `there is no policy ${name}`);
    if (typeof arg === "string") {
      config[name] = arg;
      continue;
    }
    const configurable = ["enforcementLevel", ...Object.keys(known[name]?.properties ?? {})];
    for (const key of Object.keys(arg ?? {}))
      requireKnown(key, configurable, `${name}.${key} is not configurable`);
    // Pulumi would take a policy without a level for advisory, whatever the level of the pack is.
    config[name] = { enforcementLevel: all, ...withoutUndefined(arg ?? {}) };
  }
  return config;
}

/** A member that is undefined counts as left out, so that its default applies. */
const withoutUndefined = (configured: object): object =>
  Object.fromEntries(Object.entries(configured).filter(([, value]) => value !== undefined));

/** @throws {Error} with a problem and the nearest known name, if a name is not known. */
function requireKnown(name: string, known: readonly string[], problem: string): void {
  if (known.includes(name)) return;
  const nearest = nearestName(name, known);
  const advice =
    nearest === undefined
      ? "docs/reference/policies.md lists what there is"
      : `did you mean ${nearest}?`;
  throw new Error(`EdgeIngressPolicies: ${problem}; ${advice}`);
}
