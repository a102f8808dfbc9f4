import type { Input } from "@pulumi/pulumi";
import { fields } from "../engine/field";
import { set } from "../engine/rows";
import { type ModuleArgs, module } from "./common";

/** Allows only the source addresses that IP policies allow (API reference: ip_restriction). */
export interface IpRestrictionArgs extends ModuleArgs {
  /** Ids of the IP policies that decide, in any order. Default: none. Changes in place. */
  ipPolicyIds?: Input<Input<string>[] | undefined>;
}

export const ipRestriction = fields<IpRestrictionArgs>()({
  ...module,
  ipPolicyIds: set({ readFrom: "ip_policies[].id" }),
});
