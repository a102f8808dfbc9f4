import type { Input } from "@pulumi/pulumi";
import { collection } from "../engine/collection";
import { fields } from "../engine/field";
import type { ListedResource } from "../engine/resource";
import { oneOf, string } from "../engine/rows";
import { isSet, type Values } from "../engine/values";
import { type DescribedArgs, described, type LocatedOutputs, located } from "./common";
import { parsePublicKey } from "./ssh-public-key";

/** Arguments of an `SshCertificateAuthority`. */
export interface SshCertificateAuthorityArgs extends DescribedArgs {
  /**
   * Type of the key to generate: `rsa`, `ecdsa` or `ed25519`. Default: the service chooses. A change replaces the
   * authority, except that stating the type which its key has already changes nothing.
   */
  privateKeyType?: Input<"rsa" | "ecdsa" | "ed25519" | undefined>;
  /**
   * Curve of an ECDSA key; only with `privateKeyType: "ecdsa"`. Default: the service chooses. A change replaces the
   * authority, except that stating the curve which its key has already changes nothing.
   */
  ellipticCurve?: Input<string | undefined>;
  /**
   * Bits of an RSA key, 2048 or 4096; only with `privateKeyType: "rsa"`. Default: the service chooses. A change replaces
   * the authority, except that stating the size which its key has already changes nothing.
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
export const sshCertificateAuthority: ListedResource = {
  type: "SshCertificateAuthority",
  fields: table,
  operations: collection("/ssh_certificate_authorities", "ssh_certificate_authorities", table),
  holds: (argument, state, inputs) => isSet(inputs[argument]) && keyHas(state, argument, inputs[argument]),
};

/** Whether the key is as an argument asks, so that stating it of an authority which was made without replaces nothing. */
function keyHas(state: Values, argument: string, asked: unknown): boolean {
  const key = parsePublicKey(state.publicKey);
  switch (argument) {
    case "privateKeyType":
      return asked === state.keyType || asked === key?.type;
    case "keySize":
      return asked === key?.bits;
    case "ellipticCurve":
      return key?.curve !== undefined && curveNamed(asked) === key.curve;
    default:
      return false;
  }
}

/** OpenSSH's name of a curve: the reference shows no names, and `P-256` and `p256` are usual ones of `nistp256`. */
const curveNamed = (name: unknown): string => String(name).replace(/^p-?(?=\d+$)/i, "nistp");
