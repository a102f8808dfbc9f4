import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { type PulumiResult, pulumi } from "../pulumi";
import { stackSettingsFile } from "../stack";
import { WorkFolder } from "../work-folder";

/** True if a command of Pulumi failed because the stack does not exist. */
export const isMissingStack = ({ code, stderr, stdout }: PulumiResult): boolean =>
  code !== 0 && /no stack named/.test(stderr + stdout);

/**
 * Previews a stack that does not exist yet, on an empty state in a temporary folder, so that the preview creates no stack. The CLI
 * adds a key to the settings of a stack that it creates, so the settings are restored.
 */
export async function previewNewStack(
  stack: string,
  previewArguments: readonly string[],
): Promise<PulumiResult> {
  using folder = new WorkFolder();
  using _settings = keepFile(stackSettingsFile(stack));
  const environment = {
    PULUMI_BACKEND_URL: pathToFileURL(folder.path).href,
    PULUMI_CONFIG_PASSPHRASE: process.env.PULUMI_CONFIG_PASSPHRASE ?? "",
  };
  const name = stack.split("/").at(-1) ?? stack;
  const created = await pulumi(["stack", "init", "--no-select", "--stack", name], { environment });
  if (created.code !== 0) return created;
  return pulumi(["preview", "--stack", name, ...previewArguments], { environment });
}

/** Restores a file at the end of a block, or removes the file if it did not exist. */
function keepFile(file: string): Disposable {
  const content = existsSync(file) ? readFileSync(file) : undefined;
  return {
    [Symbol.dispose]: () =>
      content === undefined ? rmSync(file, { force: true }) : writeFileSync(file, content),
  };
}
