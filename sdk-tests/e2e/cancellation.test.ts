import { expect, vi } from "vitest";
import { withProject } from "../support/installed";
import { lacks } from "../support/system";

/** Tests of Ctrl-C with the real engine and the plugin: dynamic resources do not receive the signal. */

const it = withProject(`
const { AgentIngress } = require("pulumi-edge-ingress");
new AgentIngress("one", { domain: "one.example.com" });
`);

it("a cancelled wait ends at once, and the message states that the request was not sent", async ({
  emulator,
  project,
  skip,
}) => {
  if (lacks.signals) skip(lacks.signals);
  await project.init("test", "plugin");
  const headers = { "Retry-After": "60" };
  emulator.addFault({
    method: "POST",
    path: "/agent_ingresses",
    status: 429,
    headers,
    times: "always",
  });
  const update = project.start(["up", "--yes", "--skip-preview"]);
  await vi.waitFor(() => expect(update.text()).toContain("retrying POST /agent_ingresses in"), {
    timeout: 120_000,
  });
  const requestCount = emulator.requests().length;
  update.signal("SIGINT");
  const { code, text } = await update.ended;
  expect(code).not.toBe(0);
  expect(text).toMatch(/error: .*POST \/agent_ingresses answered 429 .*it was cancelled/);
  expect(emulator.requests()).toHaveLength(requestCount);
  expect(emulator.objects()).toEqual([]);
});
