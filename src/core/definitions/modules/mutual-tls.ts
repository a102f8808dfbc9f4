import type { Input } from "@pulumi/pulumi";
import { nested } from "../../schema/field";
import { set } from "../../schema/rows";
import { type ModuleArgs, moduleFields } from "./common";

/** Allows only clients with a certificate of certain authorities (API reference: mutual_tls). */
export interface MutualTlsArgs extends ModuleArgs {
  /** Ids of the authorities that validate client certificates, in any order. Default: none. */
  certificateAuthorityIds?: Input<Input<string>[] | undefined>;
}

export const mutualTls = nested<MutualTlsArgs>()({
  ...moduleFields,
  certificateAuthorityIds: set({ readFrom: "certificate_authorities[].id" }),
});
