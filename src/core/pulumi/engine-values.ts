/*
 * The values that Pulumi's engine exchanges with a provider and writes into a state: unknown values, secrets and files. The
 * constants are a part of Pulumi's protocol.
 */

/** The value, of any type and at any depth, that is unknown until an apply. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The member whose value tells secrets, files and plain objects apart. */
export const SIGNATURE_KEY = "4dabf18193072939515e22adb298388d";

const SECRET_SIGNATURE = "1b47061264138c4ac30d75fd1eb44270";

const FILE_SIGNATURES = new Map<unknown, "asset" | "archive">([
  ["c44067f5952c0a294b673a41bacd8c17", "asset"],
  ["0def7320c3a5731c473e5ecbe6d01bc7", "archive"],
]);

/** Wraps a secret as the engine and a provider exchange it. */
export const wrapSecretForEngine = (value: unknown) => ({
  [SIGNATURE_KEY]: SECRET_SIGNATURE,
  value,
});

/** Wraps a secret as a state or an import file contains it before it is encrypted. */
export const wrapSecretForState = (value: unknown) => ({
  [SIGNATURE_KEY]: SECRET_SIGNATURE,
  plaintext: JSON.stringify(value),
});

/** True for a wrapped secret. False for a value that contains wrapped secrets. */
export const isWrappedSecret = (value: unknown): value is { readonly value: unknown } =>
  getSignature(value) === SECRET_SIGNATURE;

/** True for a value that is or contains a wrapped secret. */
export function containsSecret(value: unknown): boolean {
  if (isWrappedSecret(value)) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(containsSecret);
}

/** Returns a value with all its secrets in plaintext, at any depth. */
export function unwrapSecrets(value: unknown): unknown {
  if (isWrappedSecret(value)) return unwrapSecrets(value.value);
  if (Array.isArray(value)) return value.map(unwrapSecrets);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, unwrapSecrets(member)]),
  );
}

/** Returns the kind of a file. Undefined for a value that is not a file. */
export const fileKind = (value: unknown): "asset" | "archive" | undefined =>
  FILE_SIGNATURES.get(getSignature(value));

const getSignature = (value: unknown): unknown =>
  (value as Record<string, unknown> | null | undefined)?.[SIGNATURE_KEY];
