import { sshCertificateAuthority as definition } from "../definitions/ssh-certificate-authority";
import { collection } from "../lifecycle/collection";
import type { ListedResource } from "../lifecycle/resource";
import { equal } from "../schema/diff";
import { canonicalText } from "../schema/equivalence";
import { isSet, type Values } from "../schema/values";

/** Stating what the key of an authority is already, of one that was made without, replaces nothing. */
export const sshCertificateAuthority = (): ListedResource =>
  collection(definition, {
    suppressDiff: (argument, state, inputs) =>
      isSet(inputs[argument]) && keyHas(state, argument, inputs[argument]),
  });

function keyHas(state: Values, argument: string, asked: unknown): boolean {
  const key = parsePublicKey(state.publicKey);
  if (argument === "privateKeyType") return isSameType(asked, state.keyType) || asked === key?.type;
  if (argument === "keySize") return asked === key?.bits;
  return (
    argument === "ellipticCurve" &&
    key?.curve !== undefined &&
    equal(definition.fields.ellipticCurve, asked, key.curve)
  );
}

const isSameType = (asked: unknown, shown: unknown): boolean =>
  canonicalText("letterCase", asked) === canonicalText("letterCase", shown);

/** Reads what a public key tells of its pair, in OpenSSH's text form (RFC 4253, section 6.6; RFC 5656, section 3.1); `undefined` for any other text. */
export function parsePublicKey(text: unknown) {
  const [name = "", base64 = ""] = typeof text === "string" ? text.trim().split(/\s+/) : [];
  const [inner, ...fields] = fieldsOf(Buffer.from(base64, "base64"));
  if (inner === undefined || inner.toString() !== name) return undefined;
  if (name === "ssh-ed25519") return { type: "ed25519" };
  const [first, second] = fields;
  if (name === "ssh-rsa" && second) return { type: "rsa", bits: bitsOf(second) };
  if (name === `ecdsa-sha2-${first}`) return { type: "ecdsa", curve: String(first) };
  return undefined;
}

/** The fields of a blob, each behind its length; those that are whole. */
function fieldsOf(blob: Buffer): Buffer[] {
  const fields: Buffer[] = [];
  for (let at = 0; at + 4 <= blob.length; ) {
    const end = at + 4 + blob.readUInt32BE(at);
    if (end > blob.length) break;
    fields.push(blob.subarray(at + 4, end));
    at = end;
  }
  return fields;
}

/** Bits of a positive number, without leading zeros. */
function bitsOf(number: Buffer): number {
  const at = number.findIndex((byte) => byte !== 0);
  return at === -1 ? 0 : 8 * (number.length - at) - (Math.clz32(number[at] ?? 0) - 24);
}
