import type { Input } from "@pulumi/pulumi";
import { nested } from "../../schema/field";
import { json, list, object, string } from "../../schema/rows";
import type { JsonObjectArgs } from "../json-args";
import { type ModuleArgs, moduleFields } from "./common";

/** What a rule does with the traffic (API reference: EndpointAction). */
export interface PolicyActionArgs {
  /** Type of the action, by a name that the service knows; not checked by the provider. Required. */
  type: Input<string>;
  /** Settings of the action, as its type requires; passed on unchanged. Default: none. */
  config?: Input<JsonObjectArgs | undefined>;
}

/** A rule (API reference: EndpointRule). */
export interface PolicyRuleArgs {
  /** Name of the rule. Default: none. */
  name?: Input<string | undefined>;
  /** CEL expressions that select the traffic, in order. Default: none. */
  expressions?: Input<Input<string>[] | undefined>;
  /** The action that is taken. Default: none. */
  actions?: Input<PolicyActionArgs | undefined>;
}

/** Traffic policy (API reference: EndpointPolicy). */
export interface PolicyArgs extends ModuleArgs {
  /** The rule for requests. Default: none. */
  inbound?: Input<PolicyRuleArgs | undefined>;
  /** The rule for responses. Default: none. */
  outbound?: Input<PolicyRuleArgs | undefined>;
}

const action = nested<PolicyActionArgs>()({ type: string({ required: true }), config: json<JsonObjectArgs>() });

const rule = nested<PolicyRuleArgs>()({ name: string(), expressions: list(), actions: object(action) });

export const policy = nested<PolicyArgs>()({ ...moduleFields, inbound: object(rule), outbound: object(rule) });
