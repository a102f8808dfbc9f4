/*
 * The values that Pulumi's engine exchanges with a provider, and writes into a state: unknown values, secrets and files. The
 * constants are a part of Pulumi's protocol.
 */

/** Takes the place of a value, of any type and at any depth, that is unknown until an apply. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The member whose value names what an object stands for. */
export const SIGNATURE_KEY = "4dabf18193072939515e22adb298388d";

const SECRET_SIGNATURE = "1b47061264138c4ac30d75fd1eb44270";

const FILE_SIGNATURES = new Map<unknown, "asset" | "archive">([
  ["c44067f5952c0a294b673a41bacd8c17", "asset"],
  ["0def7320c3a5731c473e5ecbe6d01bc7", "archive"],
]);

const signatureOf = (value: unknown): unknown =>
  (value as Record<string, unknown> | null | undefined)?.[SIGNATURE_KEY];

/** Wraps a secret as a provider and the engine pass it to each other. */
export const wrapForEngine = (value: unknown) => ({ [SIGNATURE_KEY]: SECRET_SIGNATURE, value });

/** Wraps a secret as a state, or an import file, contains it before it is encrypted. */
export const wrapForState = (value: unknown) => ({
  [SIGNATURE_KEY]: SECRET_SIGNATURE,
  plaintext: JSON.stringify(value),
});

/** True for a secret that is wrapped as a whole. */
export const isWrapped = (value: unknown): value is { readonly value: unknown } =>
  signatureOf(value) === SECRET_SIGNATURE;

/** True for a value that is, or contains, a wrapped secret. */
export const holdsWrapped = (value: unknown): boolean =>
  isWrapped(value) ||
  (typeof value === "object" && value !== null && Object.values(value).some(holdsWrapped));

/** The value in plaintext, however deep in it secrets are wrapped. */
export function unwrapSecrets(value: unknown): unknown {
  if (isWrapped(value)) return unwrapSecrets(value.value);
  if (Array.isArray(value)) return value.map(unwrapSecrets);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, unwrapSecrets(member)]),
  );
}

/** The kind of file that a value is. Undefined if it is not a file. */
export const fileKind = (value: unknown): "asset" | "archive" | undefined =>
  FILE_SIGNATURES.get(signatureOf(value));
