import type { Input } from "@pulumi/pulumi";
import { nested } from "../../schema/field";
import { set } from "../../schema/rows";
import { type ModuleArgs, moduleFields } from "./common";

/** Allows only the source addresses that IP policies allow (API reference: ip_restriction). */
export interface IpRestrictionArgs extends ModuleArgs {
  /** Ids of the IP policies that decide, in any order. Default: none. */
  ipPolicyIds?: Input<Input<string>[] | undefined>;
}

export const ipRestriction = nested<IpRestrictionArgs>()({
  ...moduleFields,
  ipPolicyIds: set({ readFrom: "ip_policies[].id" }),
});
