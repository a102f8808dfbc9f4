import type { Input } from "@pulumi/pulumi";
import { nested } from "../../schema/field";
import { string } from "../../schema/rows";
import { type ModuleArgs, moduleFields } from "./common";

/** Where and how TLS ends (API reference: tls_termination). */
export interface TlsTerminationArgs extends ModuleArgs {
  /**
   * The lowest TLS version that is offered in a handshake, such as `1.2`, an assumed spelling that the provider does not check.
   * Must be absent if TLS ends upstream. Default: the service chooses a safe version.
   */
  minVersion?: Input<string | undefined>;
}

export const tlsTermination = nested<TlsTerminationArgs>()({ ...moduleFields, minVersion: string({ computed: true }) });
