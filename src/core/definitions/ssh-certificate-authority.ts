import type { Input } from "@pulumi/pulumi";
import { fields } from "../schema/row-types";
import { oneOf, string } from "../schema/rows";
import { accountFields, type DescribedArgs, type LocatedOutputs } from "./common";
import { collection } from "./define";

/** Arguments of an `SshCertificateAuthority`. */
export interface SshCertificateAuthorityArgs extends DescribedArgs {
  /**
   * Type of the key to generate. Default: the service chooses. Forces replacement, also if you remove the argument; adding
   * the type that the key already has changes nothing.
   *
   * - `rsa`: an RSA key, of `keySize` bits.
   * - `ecdsa`: an ECDSA key, on `ellipticCurve`.
   * - `ed25519`: an Ed25519 key.
   */
  privateKeyType?: Input<"rsa" | "ecdsa" | "ed25519" | undefined>;
  /**
   * Curve of an ECDSA key, such as `nistp256`; only with `privateKeyType: "ecdsa"`, and not checked by the provider. Default:
   * the service chooses. Forces replacement, also if you remove the argument; adding the curve that the key already has
   * changes nothing.
   */
  ellipticCurve?: Input<string | undefined>;
  /**
   * Bits of an RSA key, 2048 or 4096; only with `privateKeyType: "rsa"`. Default: the service chooses. Forces
   * replacement, also if you remove the argument; adding the size that the key already has changes nothing.
   */
  keySize?: Input<2048 | 4096 | undefined>;
}

/** Read-only outputs of an `SshCertificateAuthority`. */
export interface SshCertificateAuthorityOutputs extends LocatedOutputs {
  /** The public key in OpenSSH's text form, for `TrustedUserCAKeys` or `@cert-authority`. */
  publicKey: string;
  /** Type of the generated private key. */
  keyType: string;
}

/** An authority that signs SSH certificates (API reference: SSH Certificate Authority). */
export const sshCertificateAuthority = collection({
  type: "SshCertificateAuthority",
  title: "SSH Certificate Authority",
  path: "/ssh_certificate_authorities/{id}",
  member: "ssh_certificate_authorities",
  plural: "SshCertificateAuthorities",
  fields: fields<SshCertificateAuthorityArgs, SshCertificateAuthorityOutputs>()({
    ...accountFields,
    privateKeyType: oneOf(["rsa", "ecdsa", "ed25519"], { createOnly: true, writeOnly: true }),
    ellipticCurve: string({
      createOnly: true,
      writeOnly: true,
      requiredWith: { privateKeyType: "ecdsa" },
      equalUpTo: "ellipticCurve",
    }),
    keySize: oneOf([2048, 4096], {
      createOnly: true,
      writeOnly: true,
      requiredWith: { privateKeyType: "rsa" },
    }),
    publicKey: string({
      output: true,
      essential: true,
      repeats: ["privateKeyType", "ellipticCurve", "keySize"],
      equalUpTo: "whiteSpace",
    }),
    keyType: string({ output: true, repeats: ["privateKeyType"] }),
  }),
});
