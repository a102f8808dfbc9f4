import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import { InstalledProject, PLUGINS, sdks } from "../support/installed";
import { lacks } from "../support/system";

/** Ctrl-C at the real engine, with the plugin: dynamic resources never hear of it. */

let emulator: Emulator;
let project: InstalledProject;

const PROGRAM = `
const { AgentIngress } = require("pulumi-edge-ingress");
new AgentIngress("one", { domain: "one.example.com" });
`;

beforeAll(async () => {
  emulator = await startEmulator();
  project = await InstalledProject.create(PROGRAM, sdks.newest, PLUGINS);
});

afterAll(async () => {
  await project[Symbol.asyncDispose]();
  await emulator.close();
});

it("ends a wait at once, and says what was not done", async ({ skip }) => {
  if (lacks.signals) skip(lacks.signals);
  const environment = { EDGE_INGRESS_BASE_URL: emulator.url, EDGE_INGRESS_API_KEY: emulator.apiKey };
  await project.pulumi(["stack", "init", "test"]);
  await project.pulumi(["config", "set", "edge-ingress:plugin", "true"]);
  const headers = { "Retry-After": "60" };
  emulator.addFault({ method: "POST", path: "/agent_ingresses", status: 429, headers, times: "always" });
  const update = project.start(["up", "--yes", "--skip-preview"], environment);
  await vi.waitFor(() => expect(update.text()).toContain("retrying POST /agent_ingresses in"), { timeout: 120_000 });
  const asked = emulator.requests().length;
  update.interrupt();
  const { code, text } = await update.ended;
  expect(code).not.toBe(0);
  expect(text).toMatch(/error: .*POST \/agent_ingresses answered 429 .*it was cancelled/);
  expect(emulator.requests()).toHaveLength(asked);
  expect(emulator.objects()).toEqual([]);
});
