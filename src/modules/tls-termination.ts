import type { Input } from "@pulumi/pulumi";
import { fields } from "../engine/field";
import { string } from "../engine/rows";
import { type ModuleArgs, module } from "./common";

/** Where and how TLS ends (API reference: tls_termination). */
export interface TlsTerminationArgs extends ModuleArgs {
  /** The lowest TLS version that is offered in a handshake; must be absent when TLS ends upstream. Default: the service chooses a safe one. Changes in place. */
  minVersion?: Input<string | undefined>;
}

export const tlsTermination = fields<TlsTerminationArgs>()({ ...module, minVersion: string({ computed: true }) });
