import { expect } from "vitest";
import { ResourceInitFailed } from "../../src/core/lifecycle/resource";
import { failureOf } from "./in-process-dynamic";

/**
 * Asserts the failure of a call: the printed error, with its name before the message, and other members of the error.
 */
export async function expectFailure(
  call: Promise<unknown>,
  printed: string | RegExp,
  known: object = {},
): Promise<void> {
  const error = await failureOf(call);
  if (typeof printed === "string") expect(String(error)).toBe(printed);
  else expect(String(error)).toMatch(printed);
  expect(error).toMatchObject(known);
}

/** The error of a call that fails, and after which the engine keeps an object. */
export async function partialFailureOf(call: Promise<unknown>): Promise<ResourceInitFailed> {
  const error = await failureOf<ResourceInitFailed>(call);
  expect(error).toBeInstanceOf(ResourceInitFailed);
  return error;
}
