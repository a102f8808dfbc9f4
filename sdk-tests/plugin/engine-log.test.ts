import { afterEach, expect, it, vi } from "vitest";
import { engineLog } from "../../src/fronts/plugin/engine-log";
import { startEngine } from "../support/in-process-plugin";
import { connectProxy } from "../support/secure";

afterEach(() => vi.unstubAllEnvs());

it.each(["https_proxy", "http_proxy", "grpc_proxy"])(
  "a message reaches the engine directly, though %s is set",
  async (name) => {
    const engine = await startEngine();
    await using proxy = await connectProxy(1, 502);
    vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
    engineLog(engine.address)("urn:pulumi:dev::test::pulumi:pulumi:Stack::test")({
      severity: "info",
      text: "a message",
    });
    await vi.waitFor(() => expect([...proxy.asked, ...engine.shown]).toHaveLength(1));
    expect(engine.shown).toMatchObject([{ text: "a message" }]);
    engine.close();
  },
);
