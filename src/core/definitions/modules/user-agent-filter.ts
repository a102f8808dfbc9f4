import type { Input } from "@pulumi/pulumi";
import { nested } from "../../schema/field";
import { set } from "../../schema/rows";
import { type ModuleArgs, moduleFields } from "./common";

/** Filters requests by their user agents (API reference: user_agent_filter). */
export interface UserAgentFilterArgs extends ModuleArgs {
  /** User agents to allow. Default: none. */
  allow?: Input<Input<string>[] | undefined>;
  /** User agents to deny. Default: none. */
  deny?: Input<Input<string>[] | undefined>;
}

export const userAgentFilter = nested<UserAgentFilterArgs>()({ ...moduleFields, allow: set(), deny: set() });
