import { expect } from "vitest";
import type { Emulator } from "../../src/emulator";
import { cases } from "../cases";
import type { TestStack } from "./stack";

/** Asserts that the CLI has neither printed nor written a secret of the cases or the API key, or another text. */
export async function expectNoSecretInClear(
  stack: TestStack,
  { apiKey }: Emulator,
  ...others: string[]
): Promise<void> {
  const secrets = [...cases.flatMap((testCase) => testCase.secrets), apiKey, ...others];
  const seen = `${await stack.written()}${stack.printed}`;
  expect(seen).toContain("edge-ingress:");
  expect(secrets.filter((secret) => seen.includes(secret))).toEqual([]);
}
