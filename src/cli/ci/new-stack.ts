import type { PulumiResult } from "../pulumi";
import { TemporaryBackend } from "./temporary-stack";

/** True if a command of Pulumi failed because the stack does not exist. */
export const isMissingStack = ({ code, stderr, stdout }: PulumiResult): boolean =>
  code !== 0 && /no stack named/.test(stderr + stdout);

/** Previews a stack that does not exist yet, on an empty state in a temporary folder, so that the preview creates no stack. */
export async function previewNewStack(
  stack: string,
  previewArguments: readonly string[],
): Promise<PulumiResult> {
  const { PULUMI_CONFIG_PASSPHRASE = "" } = process.env;
  using backend = new TemporaryBackend(stack, { PULUMI_CONFIG_PASSPHRASE });
  const created = await backend.create(".");
  if (created.code !== 0) return created;
  return await backend.run(["preview", ...previewArguments], ".");
}
