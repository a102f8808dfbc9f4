import { isObject } from "../../core/schema/values";
import { SECRET_SIGNATURE, SIGNATURE_KEY } from "../../core/schema/wrapped";

/** A secret of a state: its value where the export is decrypted, else what the engine has made of it. */
export class Secret {
  constructor(readonly content: { readonly value: unknown } | { readonly ciphertext: string }) {}
}

/** An export's value, with each secret in it as a {@link Secret}. */
export function withSecretsMarked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSecretsMarked);
  if (!isObject(value)) return value;
  if (value[SIGNATURE_KEY] === SECRET_SIGNATURE) return secretOf(value);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withSecretsMarked(member)]));
}

function secretOf({ plaintext, ciphertext }: Readonly<Record<string, unknown>>): Secret {
  if (typeof plaintext !== "string") return new Secret({ ciphertext: String(ciphertext) });
  return new Secret({ value: withSecretsMarked(parsed(plaintext)) });
}

/** No error tells what the text was. */
function parsed(plaintext: string): unknown {
  try {
    return JSON.parse(plaintext);
  } catch {
    throw new Error("a secret of the export is not JSON");
  }
}

/** An object that is no secret as a whole. */
export const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && !(value instanceof Secret);

/** A value as it is without encryption, and what was encrypted in it. */
export interface Opened {
  /** What is still encrypted is in it as a text that no other value has. */
  readonly value: unknown;
  readonly isSecret: boolean;
  readonly isEncrypted: boolean;
}

/** Looks into all secrets of a value that can be looked into. */
export function opened(value: unknown): Opened {
  const found = { isSecret: false, isEncrypted: false };
  const open = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(open);
    if (isPlainObject(part))
      return Object.fromEntries(Object.entries(part).map(([key, member]) => [key, open(member)]));
    if (!(part instanceof Secret)) return part;
    found.isSecret = true;
    if ("value" in part.content) return open(part.content.value);
    found.isEncrypted = true;
    return `\0encrypted ${part.content.ciphertext}`;
  };
  return { value: open(value), ...found };
}
