import type { Input } from "@pulumi/pulumi";
import { nested } from "../../schema/field";
import { headerNames, headers } from "../../schema/rows";
import { type ModuleArgs, moduleFields } from "./common";

/** Changes the headers of requests on their way upstream (API reference: request_headers). */
export interface RequestHeadersArgs extends ModuleArgs {
  /** Headers to add, values by names; letter case of a name makes no difference. Default: none. */
  add?: Input<Record<string, Input<string>> | undefined>;
  /** Names of the headers to remove, in any letter case and order. Default: none. */
  remove?: Input<Input<string>[] | undefined>;
}

export const requestHeaders = nested<RequestHeadersArgs>()({ ...moduleFields, add: headers(), remove: headerNames() });
