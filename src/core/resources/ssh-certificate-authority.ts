import { sshCertificateAuthority as definition } from "../definitions/ssh-certificate-authority";
import { collection } from "../lifecycle/collection";
import type { ListedResource } from "../lifecycle/resource";
import { isSet, type Values } from "../schema/values";
import { parsePublicKey } from "./ssh-public-key";

/** Stating what the key of an authority is already, of one that was made without, replaces nothing. */
export const sshCertificateAuthority = (): ListedResource =>
  collection(definition, {
    suppressDiff: (argument, state, inputs) => isSet(inputs[argument]) && keyHas(state, argument, inputs[argument]),
  });

/** Whether the key is as an argument asks. */
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
