import type { Row, Table } from "../../core/schema/field";
import { isPlainObject, isSet, isWrapped, parseJson, UNKNOWN, type Values } from "../../core/schema/values";
import { isWithin, type Visited, walk } from "../../core/schema/walk";

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
  if (!isWrapped(value)) return withMembers(value, withSecretsMarked);
  const { plaintext, ciphertext }: Values = value;
  if (typeof plaintext !== "string") return new Secret({ ciphertext: String(ciphertext) });
  const content = parseJson(plaintext);
  if (content === undefined) throw new Error("a secret of the export is not JSON");
  return new Secret({ value: withSecretsMarked(content) });
}

/** A list or an object with each of its members changed; any other value as it is. */
export function withMembers(value: unknown, change: (member: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => change(item));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member)]));
}

/** Opens all secrets in a value that are decrypted. What is still encrypted becomes a text that no other value has. */
export function opened(value: unknown) {
  const seen = { isSecret: false, isEncrypted: false };
  const open = (part: unknown): unknown => {
    if (!(part instanceof Secret)) return withMembers(part, open);
    seen.isSecret = true;
    if ("value" in part.content) return open(part.content.value);
    seen.isEncrypted = true;
    return `\0encrypted ${part.content.ciphertext}`;
  };
  return { value: open(value), ...seen };
}

/** Whether a value is a secret as a whole. One secret in a list or a map makes all of it secret. */
export function isHidden(row: Row, value: unknown, path: string, marked: readonly string[]): boolean {
  if (row.secret || value instanceof Secret) return true;
  if (marked.some((mark) => isWithin(path, mark) || mark.startsWith(`${path}[`))) return true;
  return row.kind !== "object" && opened(value).isSecret;
}

/** Arguments and outputs of a table without their secrets, and without what is neither. */
export const maskedArguments = (table: Table, values: Values, prefix: string, marked: readonly string[]): Values =>
  walk(table, values, (visited) => masked(visited, prefix + visited.path, marked));

function masked({ row, value, isOpen, below }: Visited, path: string, marked: readonly string[]): unknown {
  if (!row || !isSet(value) || value === UNKNOWN) return row && value;
  // Headers have their names, unless all of the map is a secret.
  const isOfNames = row.kind === "headers" && isOpen;
  const isWhole = row.secret || marked.some((mark) => isWithin(path, mark));
  if (isOfNames ? isWhole : isHidden(row, value, path, marked)) {
    // A blank text hides nothing, and whoever judges it has to see that.
    return typeof value === "string" && value.trim() === "" ? value : MASK;
  }
  if (row.kind !== "objects" || !Array.isArray(value)) return below();
  return value.map((item) => (isPlainObject(item) ? maskedArguments(row.fields, item, `${path}.`, marked) : item));
}
