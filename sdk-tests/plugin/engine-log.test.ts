import { afterEach, describe, expect, it, vi } from "vitest";
import { debugLog } from "../../src/fronts/dynamic/debug-log";
import { engineHasProgram, engineLog } from "../../src/fronts/plugin/engine-log";
import { startEngine } from "../support/in-process-plugin";
import { connectProxy } from "../support/secure";

afterEach(() => vi.unstubAllEnvs());

describe.each([
  {
    form: "plugin",
    show: (address: string) =>
      engineLog(address)("urn:pulumi:dev::test::pulumi:pulumi:Stack::test")({
        severity: "info",
        text: "a message",
      }),
  },
  { form: "dynamic", show: (address: string) => debugLog(address)("a message") },
])("a message of the form $form", ({ show }) => {
  it.each(["https_proxy", "http_proxy", "grpc_proxy"])(
    "reaches the engine, though %s is set",
    async (name) => {
      const engine = await startEngine();
      await using proxy = await connectProxy(1, 502);
      vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
      show(engine.address);
      await vi.waitFor(() => expect([...proxy.requestedHosts, ...engine.shown]).toHaveLength(1));
      expect(engine.shown).toMatchObject([{ text: "a message" }]);
      engine.close();
    },
  );
});

it("the plugin asks an engine many times over one connection", async () => {
  const engine = await startEngine();
  engine.root = "urn:pulumi:dev::test::pulumi:pulumi:Stack::test";
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => engineHasProgram(engine.address)),
  );
  expect(answers).toEqual(Array(5).fill(true));
  expect(engine.peers.size).toBe(1);
  engine.close();
});
