import { isObject } from "./values";

/** By this member, with the value below, the engine knows a secret. */
export const SIGNATURE_KEY = "4dabf18193072939515e22adb298388d";
export const SECRET_SIGNATURE = "1b47061264138c4ac30d75fd1eb44270";

/** Wraps a secret in the form in which a provider gives it to the engine, and the engine to a provider that takes it. */
export const ofProvider = (value: unknown) => ({ [SIGNATURE_KEY]: SECRET_SIGNATURE, value });

/** Wraps a secret in the form in which a state, or an import file, has it before it is encrypted. */
export const ofState = (value: unknown) => ({ [SIGNATURE_KEY]: SECRET_SIGNATURE, plaintext: JSON.stringify(value) });

/** Whether a value is wrapped as a whole. */
export const isWrapped = (value: unknown): value is { readonly value: unknown } =>
  isObject(value) && value[SIGNATURE_KEY] === SECRET_SIGNATURE;

/** Whether anything in a value is wrapped. */
export const holdsWrapped = (value: unknown): boolean =>
  isWrapped(value) || (typeof value === "object" && value !== null && Object.values(value).some(holdsWrapped));

/** A value in plaintext, however deep in it secrets are wrapped. */
export function inClear(value: unknown): unknown {
  if (isWrapped(value)) return inClear(value.value);
  if (Array.isArray(value)) return value.map(inClear);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inClear(member)]));
}
