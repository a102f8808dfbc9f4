import { relative } from "node:path";
import { expect } from "vitest";
import { root, withSlashes } from "./files";

/**
 * Expects that a file next to the test contains a text. The message of a failure names the command that writes the file
 * again.
 */
export async function expectFileSnapshot(text: string, file: string): Promise<void> {
  const { testPath = "" } = expect.getState();
  const command = `npx vitest run ${withSlashes(relative(root, testPath))} -u`;
  try {
    await expect(text).toMatchFileSnapshot(file);
  } catch (error) {
    if (error instanceof Error)
      error.message += `: if the change of ${file} is intended, run \`${command}\``;
    throw error;
  }
}
