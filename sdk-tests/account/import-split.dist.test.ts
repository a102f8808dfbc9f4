import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";

/** `edge-ingress import --split edge` without a stack, as users run it: nothing of it needs the Pulumi CLI. */

const SCRIPT = join(__dirname, "../../dist/cli/main.js");

let emulator: Emulator;
let folder: string;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "import-split-"));
});
afterEach(() => {
  emulator.reset();
  rmSync(folder, { recursive: true });
});

function importSplit(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...process.env, EDGE_INGRESS_BASE_URL: emulator.url, EDGE_INGRESS_API_KEY: emulator.apiKey };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [SCRIPT, "import", folder, "--split", "edge", ...args],
      { env },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

const TYPO = ["--https-edge", "typo_1"];
const notes = [
  "not found: HTTPS edge typo_1",
  expect.stringMatching(/^not looked for: TLS edges, TCP edges, routes, which the API does not list/),
];

it("a split of an empty account names what it did not find and what it did not look for", async () => {
  const { code, stdout, stderr } = await importSplit(...TYPO);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout).toContain("nothing new to import\n");
  expect(stdout).toContain("note: not found: HTTPS edge typo_1\n");
  expect(stdout).toContain("note: not looked for: TLS edges, TCP edges, routes");
  expect(readdirSync(folder)).toEqual([]);
  const { parts } = JSON.parse((await importSplit(...TYPO, "--json")).stdout);
  expect(parts).toMatchObject([{ part: "shared", objects: [], notes }]);
});

it("a split of an account without shared objects names what it did not find and what it did not look for", async () => {
  emulator.edit("/edges/tls/edgtls_1/mutual_tls", { enabled: true, certificate_authority_ids: ["ca_1"] });
  const { stdout } = await importSplit("--tls-edge", "edgtls_1", "--https-edge", "typo_1", "--json");
  const [shared, edge] = JSON.parse(stdout).parts;
  expect(shared.notes).toEqual(["not found: HTTPS edge typo_1", expect.stringContaining("not looked for: TCP edges")]);
  expect(edge).toMatchObject({ part: "tls-edge-edgtls_1", objects: [{ id: "edgtls_1" }], notes: [] });
});
