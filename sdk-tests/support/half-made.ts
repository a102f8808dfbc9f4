import { expect } from "vitest";
import { ResourceInitFailed } from "../../src/core/lifecycle/resource";
import { failureOf } from "./in-process-dynamic";

/** The error of a call that fails, and after which the engine keeps an object. */
export async function halfMadeBy(call: Promise<unknown>): Promise<ResourceInitFailed> {
  const error = await failureOf<ResourceInitFailed>(call);
  expect(error).toBeInstanceOf(ResourceInitFailed);
  return error;
}
