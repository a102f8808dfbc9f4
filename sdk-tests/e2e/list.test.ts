import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import { members } from "../emulator/client";
import { InstalledProject, PLUGINS, sdks } from "../support/installed";
import { COMMAND } from "../support/workspace";

/** `edge-ingress list` on an account of which a real stack manages a part. */

let emulator: Emulator;
let project: InstalledProject;

beforeAll(async () => {
  emulator = await startEmulator();
  project = await InstalledProject.create(
    'new (require("pulumi-edge-ingress").AgentIngress)("agents", { domain: "a.example.com" });',
    sdks.newest,
    PLUGINS,
  );
  await pulumi("stack", "init", "dev");
  await pulumi("config", "set", "edge-ingress:plugin", "true");
  await pulumi("config", "set", "edge-ingress:baseUrl", emulator.url);
  await pulumi("config", "set", "--secret", "edge-ingress:apiKey", emulator.apiKey);
  await pulumi("up", "--yes", "--skip-preview");
});

afterAll(async () => {
  await project[Symbol.asyncDispose]();
  await emulator.close();
});

async function pulumi(...args: string[]): Promise<string> {
  const { code, text } = await project.pulumi(args);
  expect(code, text).toBe(0);
  return text;
}

const list = (args: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((done) => {
    const env = { ...process.env, ...project.environment, EDGE_INGRESS_API_KEY: "", EDGE_INGRESS_BASE_URL: "" };
    const options = { cwd: project.folder, env: { ...env, ...environment } };
    execFile(process.execPath, [COMMAND, "list", ...args], options, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

it("shows what a stack manages, with the encrypted key of that stack's config, and sends GETs alone", async () => {
  emulator.clearRequests();
  const { code, stdout, stderr } = await list(["--stack", "dev"]);
  expect(stderr).toContain("note: not looked for: HTTPS edges");
  expect(code).toBe(0);
  expect(stdout).toMatch(/AgentIngress +a\.example\.com +agin_\w+ .*not managed +managed +dev\n/);
  expect(stdout).toContain("1 object: 1 managed, 0 unmanaged.");
  expect(new Set(emulator.requests().map(({ method }) => method))).toEqual(new Set(["GET"]));
  expect(stdout + stderr).not.toContain(emulator.apiKey);
});

it("ends with 1 if --unmanaged finds an object that no given stack manages, and with 0 if it finds none", async () => {
  expect(await list(["--stack", "dev", "--unmanaged", "--json"])).toMatchObject({ code: 0 });
  await members(emulator, "POST", "/event_destinations", {
    format: "json",
    description: "audit",
    target: { monitoring: { api_key: "canary-key" } },
  });
  const found = await list(["--stack", "dev", "--unmanaged", "--json"]);
  expect(found.code).toBe(1);
  expect(JSON.parse(found.stdout)).toMatchObject({
    version: 1,
    objects: [{ kind: "EventDestination", name: "audit", managedBy: [] }],
  });
  expect(found.stdout).not.toContain("canary");
});

it("takes the file with an export for a stack, and the key from the environment then", async () => {
  await writeFile(join(project.folder, "dev.json"), await pulumi("stack", "export"));
  const environment = { EDGE_INGRESS_API_KEY: emulator.apiKey, EDGE_INGRESS_BASE_URL: emulator.url };
  const { code, stdout } = await list(["--stack", "dev.json", "--unmanaged"], environment);
  expect(code).toBe(1);
  expect(stdout).not.toContain("AgentIngress");
});

it.each([
  [[], "error: edge-ingress:baseUrl is not set"],
  [["--stack", "none"], "error: cannot read none"],
  [["--https-edge", "a/b"], "error: the id of a HTTPS edge must be an id"],
  [["--ids", "missing.txt"], "error: cannot read missing.txt: there is no such file"],
])("ends with 2 if the account cannot be read: %j", async (args, message) => {
  const { code, stdout, stderr } = await list(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(message);
});
