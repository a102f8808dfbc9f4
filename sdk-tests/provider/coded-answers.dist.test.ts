import { brotliCompressSync, deflateRawSync, gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { bothForms } from "../support/both-forms";
import { emptyServer } from "../support/empty-server";
import { FORMS } from "../support/forms";
import { relayTo } from "../support/relay";

/** A gateway that codes every answer, before the processes that Pulumi runs. */

const encoders = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateRawSync };

let coding: keyof typeof encoders = "gzip";
let relay: Awaited<ReturnType<typeof relayTo>>;

const server = emptyServer();

const hostOf = bothForms(async () => {
  relay = await relayTo(server.emulator.url, ({ status, body }, response) => {
    if (body.length === 0) response.writeHead(status).end();
    else response.writeHead(status, { "content-encoding": coding }).end(encoders[coding](body));
  });
  return { config: { baseUrl: relay.url, apiKey: server.emulator.apiKey } };
});

afterAll(() => relay[Symbol.asyncDispose]());

describe.each(FORMS)("as %s", (form) => {
  it.each(["gzip", "br", "deflate"] as const)("an object lives behind a gateway that answers in %s", async (chosen) => {
    coding = chosen;
    const host = hostOf(form);
    const args = { domain: "a.example.com", description: "Grüße" };
    const { id, outs } = await host.create("AgentIngress", args);
    expect(outs.description).toBe("Grüße");
    expect((await host.read("AgentIngress", id, outs)).props).toMatchObject(args);
    const updated = await host.update("AgentIngress", id, outs, { ...args, description: "new" });
    expect(server.emulator.objects().map(({ body }) => body.description)).toEqual(["new"]);
    server.emulator.addFault({ method: "POST", status: 409, body: { msg: "the domain is taken" } });
    await expect(host.create("AgentIngress", args)).rejects.toThrow(' answered 409: "the domain is taken"');
    await host.delete("AgentIngress", id, updated);
    expect(server.emulator.objects()).toEqual([]);
    expect((await host.read("AgentIngress", id, updated)).id).toBe("");
  });
});
