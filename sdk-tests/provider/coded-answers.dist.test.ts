import { brotliCompressSync, deflateRawSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import { FORMS, type FormName } from "../support/forms";
import { ProviderProcess } from "../support/provider-process";
import { relayTo } from "../support/relay";

/** A gateway that codes every answer, before the processes that Pulumi runs. */

const encoders = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateRawSync };

let coding: keyof typeof encoders = "gzip";
let emulator: Emulator;
let relay: Awaited<ReturnType<typeof relayTo>>;
let hosts: Readonly<Record<FormName, ProviderProcess>>;

beforeAll(async () => {
  emulator = await startEmulator();
  relay = await relayTo(emulator.url, ({ status, body }, response) => {
    if (body.length === 0) response.writeHead(status).end();
    else response.writeHead(status, { "content-encoding": coding }).end(encoders[coding](body));
  });
  const config = { baseUrl: relay.url, apiKey: emulator.apiKey };
  hosts = {
    dynamic: await ProviderProcess.start({ form: "dynamic", config }),
    plugin: await ProviderProcess.start({ form: "plugin", config }),
  };
});

beforeEach(() => emulator.reset());

afterAll(async () => {
  for (const host of Object.values(hosts)) await host.kill();
  await relay[Symbol.asyncDispose]();
  await emulator.close();
});

describe.each(FORMS)("as %s", (form) => {
  it.each(["gzip", "br", "deflate"] as const)("an object lives behind a gateway that answers in %s", async (chosen) => {
    coding = chosen;
    const host = hosts[form];
    const args = { domain: "a.example.com", description: "Grüße" };
    const { id, outs } = await host.create("AgentIngress", args);
    expect(outs.description).toBe("Grüße");
    expect((await host.read("AgentIngress", id, outs)).props).toMatchObject(args);
    const updated = await host.update("AgentIngress", id, outs, { ...args, description: "new" });
    expect(emulator.objects().map(({ body }) => body.description)).toEqual(["new"]);
    emulator.addFault({ method: "POST", status: 409, body: { msg: "the domain is taken" } });
    await expect(host.create("AgentIngress", args)).rejects.toThrow(' answered 409: "the domain is taken"');
    await host.delete("AgentIngress", id, updated);
    expect(emulator.objects()).toEqual([]);
    expect((await host.read("AgentIngress", id, updated)).id).toBe("");
  });
});
