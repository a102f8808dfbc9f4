import { writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { folderOfTest } from "./folders";

/** True if a script cannot take the place of the Pulumi CLI. */
export const lacksScripts = process.platform === "win32";

/**
 * Puts a script in JavaScript in the place of the Pulumi CLI until the end of the test, and returns the folder of the script. The
 * script finds its arguments in `args`.
 */
export function replacePulumi(script: string): string {
  const folder = folderOfTest();
  const text = `#!${process.execPath}\nconst args = process.argv.slice(2);\n${script}`;
  writeFileSync(join(folder, "pulumi"), text, { mode: 0o755 });
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return folder;
}
