import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jsonObject, type Values } from "../../src/core/schema/values";
import type { Emulator } from "../../src/emulator";
import { withEmulator } from "../support/fixtures";
import { COMMAND } from "../support/workspace";

/** What `--json` prints. */
interface ImportJson {
  readonly objects: readonly { readonly type: string; readonly name: string; readonly id: string }[];
  readonly skipped: readonly Values[];
  readonly notes: readonly string[];
  /** Of a split account, in place of the others. */
  readonly parts?: readonly (Pick<ImportJson, "objects" | "notes"> & { readonly part: string })[];
}

/** `edge-ingress import` into a new folder, without a stack: nothing of it needs the Pulumi CLI. */
export class ImportCommand {
  readonly folder = mkdtempSync(join(tmpdir(), "import-command-"));

  constructor(private readonly emulator: Emulator) {}

  run(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string; json?: ImportJson }> {
    const { url, apiKey } = this.emulator;
    const env = { ...process.env, EDGE_INGRESS_BASE_URL: url, EDGE_INGRESS_API_KEY: apiKey };
    return new Promise((resolve) => {
      const words = [COMMAND, "import", this.folder, ...args];
      const child = execFile(process.execPath, words, { env }, (_error, stdout, stderr) => {
        const json = jsonObject(stdout) as ImportJson | undefined;
        resolve({ code: child.exitCode, stdout, stderr, ...(json && { json }) });
      });
    });
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }
}

/** Tests with a local server, which is emptied after each test, and with the command in a folder of the test's own. */
export const withImportCommand = () =>
  withEmulator().extend("command", ({ emulator }, { onCleanup }) => {
    const command = new ImportCommand(emulator);
    onCleanup(() => {
      command[Symbol.dispose]();
      emulator.reset();
    });
    return command;
  });
