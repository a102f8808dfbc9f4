import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import { members, send } from "../emulator/client";
import { COMMAND } from "../support/workspace";
import { ImportCommand } from "./import-command";

/** `edge-ingress import --split edge` without a stack, as users run it: nothing of it needs the Pulumi CLI. */

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

function importSplit(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...process.env, EDGE_INGRESS_BASE_URL: emulator.url, EDGE_INGRESS_API_KEY: emulator.apiKey };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [COMMAND, "import", folder, ...(args.includes("--split") ? [] : ["--split", "edge"]), ...args],
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

it("the projects of a split are named after the folder or --project, and an object stays in the project that has it", async () => {
  const add = (domain: string) => members(emulator, "POST", "/agent_ingresses", { domain });
  for (const name of ["a", "b", "c"]) await add(`${name}.example.com`);
  const projectOf = (part: string) => readFileSync(join(folder, part, "Pulumi.yaml"), "utf8").split("\n")[0];
  const args = ["--split", "count:2", "--json"] as const;
  const first = JSON.parse((await importSplit(...args, "--project", "acme")).stdout);
  expect(partsIn(first)).toEqual({
    shared: [],
    "agent-ingresses-1": ["a-example-com", "b-example-com"],
    "agent-ingresses-2": ["c-example-com"],
  });
  expect(projectOf("agent-ingresses-1")).toBe("name: acme-agent-ingresses-1");
  await send(emulator, "DELETE", String(emulator.objects()[0]?.path));
  await add("d.example.com");
  // Without a stack, the journals have what belongs where, and what they do not have waits for a stack.
  const again = partsIn(JSON.parse((await importSplit(...args)).stdout));
  expect(again).toMatchObject({ "agent-ingresses-1": ["b-example-com"], "agent-ingresses-2": ["c-example-com"] });
});

it("the advice to divide an account comes with more than 500 objects", async () => {
  const ingresses = Array.from({ length: 501 }, (_, index) => ({
    ...{ id: `agin_${index}`, uri: `/agent_ingresses/agin_${index}`, domain: `host${index}.example.com` },
    ...{ created_at: "2026-01-01T00:00:00Z", ns_targets: [], region_domains: [] },
  }));
  const body = { ingresses, uri: "/agent_ingresses", next_page_uri: null };
  emulator.addFault({ method: "GET", path: "/agent_ingresses", status: 200, body, times: "always" });
  const advice = "501 objects are many for one stack: --split divides them";
  expect((await importSplit("--dry-run")).stdout).not.toContain(advice);
  using command = new ImportCommand(emulator);
  expect((await command.run("--dry-run")).stdout).toContain(advice);
});

interface SplitJson {
  readonly parts: readonly { readonly part: string; readonly objects: readonly { readonly name: string }[] }[];
}

const partsIn = ({ parts }: SplitJson) =>
  Object.fromEntries(parts.map(({ part, objects }) => [part, objects.map(({ name }) => name)]));
