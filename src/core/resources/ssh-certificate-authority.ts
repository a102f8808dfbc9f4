import { sshCertificateAuthority as definition } from "../definitions/ssh-certificate-authority";
import { collection } from "../lifecycle/collection";
import type { ListedResource } from "../lifecycle/resource";
import { equal } from "../schema/diff";
import { canonicalText } from "../schema/equivalence";
import { isSet, type Values } from "../schema/values";

/** An argument that declares a property which the generated key already has does not replace the authority. */
export const sshCertificateAuthority = (): ListedResource =>
  collection(definition, {
    suppressDiff: (argument, state, inputs) =>
      isSet(inputs[argument]) && keyHasProperty(state, argument, inputs[argument]),
  });

function keyHasProperty(state: Values, argument: string, declared: unknown): boolean {
  const key = parsePublicKey(state.publicKey);
  switch (argument) {
    case "privateKeyType":
      return isSameType(declared, state.keyType) || declared === key?.type;
    case "keySize":
      return declared === key?.bits;
    case "ellipticCurve":
      if (key?.curve === undefined) return false;
      return equal(definition.fields.ellipticCurve, declared, key.curve);
    default:
      return false;
  }
}

const isSameType = (declared: unknown, actual: unknown): boolean =>
  canonicalText("letterCase", declared) === canonicalText("letterCase", actual);

/** The properties of a key pair that its public key reveals. */
export interface PublicKey {
  readonly type: "rsa" | "ecdsa" | "ed25519";
  readonly bits?: number;
  readonly curve?: string;
}

/**
 * Parses a public key in OpenSSH's text form (RFC 4253, section 6.6; RFC 5656, section 3.1). Returns undefined for any other text.
 */
export function parsePublicKey(text: unknown): PublicKey | undefined {
  const [name = "", base64 = ""] = typeof text === "string" ? text.trim().split(/\s+/) : [];
  const [inner, ...fields] = readFields(Buffer.from(base64, "base64"));
  if (inner === undefined || inner.toString() !== name) return undefined;
  if (name === "ssh-ed25519") return { type: "ed25519" };
  const [first, second] = fields;
  if (name === "ssh-rsa" && second) return { type: "rsa", bits: countBits(second) };
  if (name === `ecdsa-sha2-${first}`) return { type: "ecdsa", curve: String(first) };
  return undefined;
}

/** The complete fields of a blob, in which the length of each field precedes it. */
function readFields(blob: Buffer): Buffer[] {
  const fields: Buffer[] = [];
  for (let at = 0; at + 4 <= blob.length; ) {
    const end = at + 4 + blob.readUInt32BE(at);
    if (end > blob.length) break;
    fields.push(blob.subarray(at + 4, end));
    at = end;
  }
  return fields;
}

/** The bits of a positive number, without leading zeros. */
function countBits(number: Buffer): number {
  const at = number.findIndex((byte) => byte !== 0);
  return at === -1 ? 0 : 8 * (number.length - at) - (Math.clz32(number[at] ?? 0) - 24);
}
