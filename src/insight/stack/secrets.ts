import type { Row, Table } from "../../core/schema/field";
import {
  isObject,
  isPlainObject,
  isSet,
  SECRET_SIGNATURE,
  SIGNATURE_KEY,
  UNKNOWN,
  type Values,
} from "../../core/schema/values";
import { isWithin, memberPath } from "../../core/schema/walk";

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

/** Whether a value is a secret as a whole. One secret in a list or a map makes all of it secret. */
export function isHidden(row: Row, value: unknown, path: string, marked: readonly string[]): boolean {
  if (row.secret || value instanceof Secret) return true;
  if (marked.some((mark) => isWithin(path, mark) || mark.startsWith(`${path}[`))) return true;
  return row.kind !== "object" && opened(value).isSecret;
}

/** A value without its secrets. */
export function masked(row: Row, value: unknown, path: string, marked: readonly string[]): unknown {
  if (!isSet(value) || value === UNKNOWN) return value;
  if (row.kind === "headers" && isPlainObject(value)) return maskedHeaders(row, value, path, marked);
  // A blank text hides nothing, and whoever judges it has to see that.
  if (isHidden(row, value, path, marked)) return typeof value === "string" && value.trim() === "" ? value : MASK;
  if (row.kind === "object" && isPlainObject(value)) return maskedArguments(row.fields, value, `${path}.`, marked);
  if (row.kind === "objects" && Array.isArray(value)) {
    return value.map((item) => masked({ kind: "object", fields: row.fields }, item, path, marked));
  }
  return value;
}

/** Headers with their names, unless all of the map is a secret. */
function maskedHeaders(row: Row, headers: Values, path: string, marked: readonly string[]): unknown {
  if (row.secret || marked.some((mark) => isWithin(path, mark))) return MASK;
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const isMarked = marked.some((mark) => isWithin(memberPath(path, name), mark));
      return [name, isMarked || opened(value).isSecret ? MASK : value];
    }),
  );
}

/** Arguments and outputs of a table without their secrets, and without what is neither. */
export const maskedArguments = (table: Table, values: Values, prefix: string, marked: readonly string[]): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const row = table[key];
      return row ? [[key, masked(row, value, prefix + key, marked)]] : [];
    }),
  );
