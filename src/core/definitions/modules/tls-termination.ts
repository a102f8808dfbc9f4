import type { Input } from "@pulumi/pulumi";
import { nested } from "../../schema/field";
import { string } from "../../schema/rows";
import { type ModuleArgs, moduleFields } from "./common";

/** Where and how TLS ends (API reference: tls_termination). */
export interface TlsTerminationArgs extends ModuleArgs {
  /**
   * The lowest TLS version that is offered in a handshake; must be absent when TLS ends upstream. Default: the service
   * chooses a safe one.
   */
  minVersion?: Input<string | undefined>;
}

export const tlsTermination = nested<TlsTerminationArgs>()({ ...moduleFields, minVersion: string({ computed: true }) });
