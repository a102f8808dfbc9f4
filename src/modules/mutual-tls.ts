import type { Input } from "@pulumi/pulumi";
import { fields } from "../engine/field";
import { set } from "../engine/rows";
import { type ModuleArgs, module } from "./common";

/** Allows only clients with a certificate of certain authorities (API reference: mutual_tls). */
export interface MutualTlsArgs extends ModuleArgs {
  /** Ids of the authorities that validate client certificates, in any order. Default: none. Changes in place. */
  certificateAuthorityIds?: Input<Input<string>[] | undefined>;
}

export const mutualTls = fields<MutualTlsArgs>()({
  ...module,
  certificateAuthorityIds: set({ readFrom: "certificate_authorities[].id" }),
});
