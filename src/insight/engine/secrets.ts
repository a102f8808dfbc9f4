import { isWrappedSecret } from "../../core/pulumi/engine-values";
import type { Row } from "../../core/schema/field";
import { isPlainObject, parseJson, someValue, type Values } from "../../core/schema/values";
import { isWithin, type Visited } from "../../core/schema/walk";

/** The text that the engine writes, and reports show, in place of a secret. */
export const MASK = "[secret]";

/** A secret that the engine has written. If it is encrypted, the value is a text that no other value has. */
export class Secret {
  constructor(
    readonly value: unknown,
    readonly isEncrypted = false,
  ) {}

  toString(): string {
    return MASK;
  }
}

/** A value that the engine has written, with a {@link Secret} in place of each wrapped secret. A masked text stays as it is. */
export function withSecretsMarked(value: unknown): unknown {
  if (!isWrappedSecret(value)) return withMembers(value, withSecretsMarked);
  const { plaintext, ciphertext }: Values = value;
  if (typeof plaintext !== "string") return new Secret(`\0encrypted ${ciphertext}`, true);
  const content = parseJson(plaintext);
  if (content === undefined) throw new Error("a secret of the export is not JSON");
  return new Secret(withSecretsMarked(content));
}

/** A list or an object with each of its members changed; any other value as it is. */
export function withMembers(value: unknown, change: (member: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => change(item));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member)]));
}

/** A value with each {@link Secret} in it replaced by its plaintext, or by the text that represents it if it is encrypted. */
export const withSecretsRevealed = (value: unknown): unknown =>
  value instanceof Secret
    ? withSecretsRevealed(value.value)
    : withMembers(value, withSecretsRevealed);

export const isEncrypted = (value: unknown): boolean =>
  someValue(value, (part) => part instanceof Secret && part.isEncrypted);

/**
 * True if a value that a walk visits is secret as a whole. The names of headers are shown, unless the program marks the whole map. A
 * blank text is not a secret: a rule has to see that it is blank.
 */
export function isVisitedSecret(
  { row, value, isOpen }: Visited,
  path: string,
  marked: readonly string[],
): boolean {
  if (!row || isBlank(value)) return false;
  if (row.kind === "headers" && isOpen) return isDeclaredSecret(row, path, marked);
  return isSecretValue(row, value, path, marked);
}

const isBlank = (value: unknown): boolean => typeof value === "string" && value.trim() === "";

/**
 * True if the table or the program declares a value as secret, or if it contains a {@link Secret}. A masked text alone does not count.
 * A secret in a list or a map makes all of it secret.
 */
export function isSecretValue(
  row: Row,
  value: unknown,
  path: string,
  marked: readonly string[],
): boolean {
  if (isDeclaredSecret(row, path, marked)) return true;
  // The mark of an element or a member, such as `oauth.scopes[0]`.
  const hasMarkedElement = marked.some((mark) => mark.startsWith(`${path}[`));
  if (hasMarkedElement) return true;
  // The members of an object have rows of their own, which decide whether a member is secret.
  return row.kind === "object" ? isSecret(value) : someValue(value, isSecret);
}

const isSecret = (value: unknown): boolean => value instanceof Secret;

/** True if the table declares an argument as secret, or the program has marked the argument or a value that contains it. */
const isDeclaredSecret = ({ secret }: Row, path: string, marked: readonly string[]): boolean =>
  secret === true || marked.some((mark) => isWithin(path, mark));
