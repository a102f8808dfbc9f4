import { describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import { Example } from "../support/example";

/** Every small example on the real engine; `npm start` and `npm run promote` run the larger ones. */

const environmentOf = ({ url, apiKey }: Emulator) => ({ EDGE_INGRESS_BASE_URL: url, EDGE_INGRESS_API_KEY: apiKey });

const changesOf = (emulator: Emulator): string[] =>
  emulator
    .requests()
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path.slice(path.lastIndexOf("/") + 1)}`);

describe("the example", () => {
  it.concurrent("javascript makes its objects", async () => {
    await using emulator = await startEmulator();
    await using example = await Example.create("javascript", environmentOf(emulator));
    await example.up();
    expect(changesOf(emulator).sort()).toEqual(["POST agent_ingresses", "POST routes"]);
  });

  it.concurrent("accounts makes the objects of each account with its key, and prints none", async () => {
    await using emulator = await startEmulator({ apiKeys: { "canary-europe": "europe", "canary-asia": "asia" } });
    const environment = { ...environmentOf(emulator), EDGE_INGRESS_API_KEY: "" };
    await using example = await Example.create("accounts", environment);
    await example.up({ europeApiKey: "canary-europe", asiaApiKey: "canary-asia" });
    const made = emulator.objects().map(({ account, body }) => `${account} ${body.domain ?? "authority"}`);
    expect(made.sort()).toEqual([
      "asia authority",
      "asia connect.asia.example.com",
      "europe authority",
      "europe connect.europe.example.com",
    ]);
    expect(example.printed).not.toContain("canary");
  });

  it.concurrent("module-owners hands a login over to another team, whose it is from then on, without a gap", async () => {
    await using emulator = await startEmulator();
    await using example = await Example.create("module-owners", environmentOf(emulator));
    await example.up({}, "platform");
    emulator.clearRequests();
    await example.up({ handOverLogin: "true" }, "platform");
    await example.up({}, "security");
    expect(changesOf(emulator)).toEqual(["PUT oauth"]);
    const login = emulator.objects().find(({ path }) => path.endsWith("/oauth"));
    expect(login?.body).toMatchObject({ provider: { provider_1: { teams: ["example/operators"] } } });
  });

  it.concurrent("event-delivery changes the credentials of its destination in place, and prints none", async () => {
    await using emulator = await startEmulator();
    await using example = await Example.create("event-delivery", environmentOf(emulator));
    await example.up({ blueKeyId: "blue", blueKeySecret: "canary-blue" });
    const [before] = emulator.objects();
    await example.up({ activeKey: "green", greenKeyId: "green", greenKeySecret: "canary-green" });
    const [after, ...others] = emulator.objects();
    expect(others).toEqual([]);
    expect(after?.path).toBe(before?.path);
    const creds = { cloud_access_key_id: "green", cloud_secret_access_key: "canary-green" };
    expect(after?.body).toMatchObject({ target: { data_stream: { auth: { creds } } } });
    expect(example.printed).not.toContain("canary");
  });
});
