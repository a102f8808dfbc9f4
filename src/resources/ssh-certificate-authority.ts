import type { Input } from "@pulumi/pulumi";
import { collection } from "../engine/collection";
import { fields } from "../engine/field";
import type { Resource } from "../engine/resource";
import { oneOf, string } from "../engine/rows";
import { type DescribedArgs, described, type LocatedOutputs, located } from "./common";

/** Arguments of an `SshCertificateAuthority`. */
export interface SshCertificateAuthorityArgs extends DescribedArgs {
  /**
   * Type of the key to generate: `rsa`, `ecdsa` or `ed25519`. Default: the service chooses. A change replaces the
   * authority, except that stating the type which its key has already (`keyType`) changes nothing.
   */
  privateKeyType?: Input<"rsa" | "ecdsa" | "ed25519" | undefined>;
  /** Curve of an ECDSA key; only with `privateKeyType: "ecdsa"`. Default: the service chooses. A change replaces the authority. */
  ellipticCurve?: Input<string | undefined>;
  /** Bits of an RSA key, 2048 or 4096; only with `privateKeyType: "rsa"`. Default: the service chooses. A change replaces the authority. */
  keySize?: Input<2048 | 4096 | undefined>;
}

/** Read-only outputs of an `SshCertificateAuthority`. */
export interface SshCertificateAuthorityOutputs extends LocatedOutputs {
  /** The public key in OpenSSH's text form, for `TrustedUserCAKeys` or `@cert-authority`. */
  publicKey: string;
  /** Type of the generated private key. */
  keyType: string;
}

const table = fields<SshCertificateAuthorityArgs, SshCertificateAuthorityOutputs>()({
  ...described,
  ...located,
  privateKeyType: oneOf(["rsa", "ecdsa", "ed25519"], { createOnly: true, writeOnly: true }),
  ellipticCurve: string({ createOnly: true, writeOnly: true, needs: { privateKeyType: "ecdsa" } }),
  keySize: oneOf([2048, 4096], { createOnly: true, writeOnly: true, needs: { privateKeyType: "rsa" } }),
  publicKey: string({ output: true }),
  keyType: string({ output: true }),
});

/** An authority that signs SSH certificates (API reference: SSH Certificate Authority). */
export const sshCertificateAuthority: Resource = {
  type: "SshCertificateAuthority",
  fields: table,
  operations: collection("/ssh_certificate_authorities", "ssh_certificate_authorities", table),
  holds: (argument, state, inputs) => argument === "privateKeyType" && inputs.privateKeyType === state.keyType,
};
