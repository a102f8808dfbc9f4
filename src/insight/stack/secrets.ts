import { isObject, isPlainObject, SECRET_SIGNATURE, SIGNATURE_KEY, type Values } from "../../core/schema/values";

/** What the engine writes, and reports show, in place of a secret. */
export const MASK = "[secret]";

/** A secret that the engine has written: its value if it is decrypted, else its ciphertext. */
export class Secret {
  constructor(readonly content: { readonly value: unknown } | { readonly ciphertext: string }) {}

  toString(): string {
    return MASK;
  }
}

/** A value that the engine has written, with each secret in it as a {@link Secret}. */
export function withSecretsMarked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSecretsMarked);
  if (!isObject(value)) return value;
  return value[SIGNATURE_KEY] === SECRET_SIGNATURE ? secretOf(value) : membersOf(value, withSecretsMarked);
}

function secretOf({ plaintext, ciphertext }: Values): Secret {
  if (typeof plaintext !== "string") return new Secret({ ciphertext: String(ciphertext) });
  return new Secret({ value: withSecretsMarked(parsed(plaintext)) });
}

/** The error does not repeat the text. */
function parsed(plaintext: string): unknown {
  try {
    return JSON.parse(plaintext);
  } catch {
    throw new Error("a secret of the export is not JSON");
  }
}

/** A value without encryption, as far as it is decrypted, and what was encrypted in it. */
export type Opened = ReturnType<typeof opened>;

/** Opens all secrets in a value that are decrypted. What is still encrypted becomes a text that no other value has. */
export function opened(value: unknown) {
  const seen = { isSecret: false, isEncrypted: false };
  const open = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(open);
    if (isPlainObject(part)) return membersOf(part, open);
    if (!(part instanceof Secret)) return part;
    seen.isSecret = true;
    if ("value" in part.content) return open(part.content.value);
    seen.isEncrypted = true;
    return `\0encrypted ${part.content.ciphertext}`;
  };
  return { value: open(value), ...seen };
}

const membersOf = (object: Values, change: (member: unknown) => unknown): Values =>
  Object.fromEntries(Object.entries(object).map(([key, member]) => [key, change(member)]));
