import type { Input } from "@pulumi/pulumi";
import { nested } from "../../schema/row-types";
import { set, string } from "../../schema/rows";
import { type ModuleArgs, moduleFields } from "../common";

/** Allows only clients with a certificate of certain authorities (API reference: mutual_tls). */
export interface MutualTlsArgs extends ModuleArgs {
  /** Ids of the authorities that validate client certificates, in any order. Default: none. */
  certificateAuthorityIds?: Input<Input<string>[] | undefined>;
}

export const mutualTls = nested<MutualTlsArgs>()({
  ...moduleFields,
  certificateAuthorityIds: set({
    readFrom: "certificate_authorities[].id",
    refersTo: "certificateAuthority",
  }),
});

/** Where and how TLS ends (API reference: tls_termination). */
export interface TlsTerminationArgs extends ModuleArgs {
  /**
   * The lowest TLS version that is offered in a handshake, such as `1.2`, an assumed spelling that the provider does not check.
   * Must be absent if TLS ends upstream. Default: the service chooses a safe version.
   */
  minVersion?: Input<string | undefined>;
}

export const tlsTermination = nested<TlsTerminationArgs>()({
  ...moduleFields,
  minVersion: string({ computed: true, equalUpTo: "letterCase" }),
});
