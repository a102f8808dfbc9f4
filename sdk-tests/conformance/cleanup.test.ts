import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cleanUp } from "../../src/conformance/made/cleanup";
import { Session } from "../../src/conformance/requests/session";
import { parseBaseUrl } from "../../src/core/client/address";
import { createTransport, type Transport } from "../../src/core/client/transport";
import { defaultTimeouts } from "../../src/core/client/wait";
import { type Emulator, startEmulator } from "../../src/emulator";
import { clock, runAt } from "./run";

/** Tests that a run deletes all that it has made, and nothing else. */

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

const transportTo = (url: string): Transport => createTransport(parseBaseUrl(url), defaultTimeouts);

const mayCreate = (method: string): boolean => ["POST", "PUT"].includes(method);

/** Carries out the request with this number that may create something, and then nothing: the process has been killed before the response. */
function killedAfter(number: number): { readonly transport: Transport; request: string } {
  const send = transportTo(emulator.url);
  let creates = 0;
  const killed = {
    request: "",
    transport: (async (request, withinMs) => {
      if (creates >= number) throw new Error("killed");
      if (mayCreate(request.method)) creates++;
      const response = await send(request, withinMs);
      if (creates < number) return response;
      killed.request = `${request.method} ${request.url.pathname}`;
      throw new Error("killed");
    }) satisfies Transport,
  };
  return killed;
}

const sessionAt = ({ apiKey, url: baseUrl }: Emulator) =>
  new Session({ apiKey, baseUrl, requestsPerSecond: 1_000, clock });

/** The number of requests of a run that may create something. */
async function countCreates(): Promise<number> {
  emulator.clearRequests();
  await runAt(emulator, {}, { clock });
  return emulator.requests().filter(({ method }) => mayCreate(method)).length;
}

it("the next run deletes what a run has left that was killed after a create", async () => {
  const number = await countCreates();
  expect(number).toBeGreaterThan(40);
  // Each second create has the same kinds of objects as all of them.
  for (let killedAt = 1; killedAt <= number; killedAt += 2) {
    emulator.reset();
    const killed = killedAfter(killedAt);
    await runAt(emulator, {}, { transport: killed.transport, clock }).catch(() => undefined);
    const { left } = await cleanUp(sessionAt(emulator));
    // The API does not list routes: the id of a route whose creation had no response is unknown.
    const routes = emulator.objects().filter(({ path }) => /\/routes\/[^/]+$/.test(path));
    const isRouteCreation = /^POST .*\/routes$/.test(killed.request);
    expect(routes, killed.request).toHaveLength(isRouteCreation ? 1 : 0);
    expect(left, killed.request).toHaveLength(isRouteCreation ? 1 : 0);
    if (!isRouteCreation) expect(emulator.objects(), killed.request).toEqual([]);
  }
});

describe("a run", () => {
  it("deletes no object without its mark", async () => {
    emulator.reset();
    const session = sessionAt(emulator);
    const texts = [
      { description: "edge-ingress-conformance" },
      { metadata: "our edge-ingress-conformance:0123abcd" },
      { metadata: "edge-ingress-conformance:0123abcdef" },
      {},
    ];
    for (const text of texts) await session.post("/ssh_certificate_authorities", text);
    await session.post("/edges/https/edghts_1/routes", { match_type: "exact_path", match: "/" });
    await session.put("/edges/https/edghts_1/tls_termination", { min_version: "1.2" });
    const before = emulator.objects();
    await runAt(emulator, {}, { clock });
    expect(emulator.objects()).toEqual(before);
  });

  it("keeps a module of an edge that another program has changed meanwhile", async () => {
    emulator.reset();
    const path = "/edges/https/edghts_1/tls_termination";
    const session = sessionAt(emulator);
    await session.put(path, { min_version: "1.3" });
    const record = { edge: "edghts_1", modules: [path] };
    const metadata = `edge-ingress-conformance:0123abcd ${JSON.stringify(record)}`;
    await session.post("/ssh_certificate_authorities", { metadata });
    expect(await cleanUp(session)).toMatchObject({ left: [] });
    expect(emulator.objects().map((object) => object.path)).toEqual([path]);
  });

  it.for([
    ["fails", 500],
    ["is overloaded", 503],
    ["refuses for the rate", 429],
  ] as const)("leaves nothing if each tenth request %s", async ([, status]) => {
    emulator.reset();
    for (let after = 9; after < 200; after += 9)
      emulator.addFault({ status, after, when: status === 429 ? "before" : "after" });
    const { left } = await runAt(emulator, {}, { clock });
    emulator.clearFaults();
    const routes = left.filter((name) => name.includes("perhaps"));
    expect(left).toEqual(routes);
    expect(emulator.objects().filter(({ path }) => !path.includes("/routes/"))).toEqual([]);
    const existing = emulator.objects().filter(({ path }) => /\/routes\/[^/]+$/.test(path));
    expect(existing).toHaveLength(routes.length);
  });

  it("names a route that may exist because its creation had no response", async () => {
    emulator.reset();
    const path = "/edges/https/{edge_id}/routes";
    emulator.addFault({ method: "POST", path, status: 502, when: "after" });
    const { left, failures } = await runAt(emulator, {}, { clock });
    emulator.clearFaults();
    expect(failures).toEqual(["routes: POST /edges/https/edghts_1/routes answered 502"]);
    expect(left).toEqual([
      expect.stringMatching(
        /^a route of edge edghts_1 that matches \/edge-ingress-conformance\/[0-9a-f]{8}\/route, perhaps/,
      ),
    ]);
  });

  it("deletes its objects if the service shows neither descriptions nor metadata", async () => {
    emulator.reset();
    const send = transportTo(emulator.url);
    const hidden: Transport = async (request, withinMs) => {
      const response = await send(request, withinMs);
      return { ...response, text: response.text.replaceAll(/edge-ingress-conformance:/g, "") };
    };
    await runAt(emulator, { httpsEdge: undefined }, { transport: hidden, clock });
    expect(emulator.objects()).toEqual([]);
  });

  it("sends GETs alone with --read-only", async () => {
    emulator.reset();
    emulator.clearRequests();
    const { observations } = await runAt(emulator, { readOnly: true });
    const methods = new Set(emulator.requests().map(({ method }) => method));
    expect([...methods]).toEqual(["GET"]);
    expect(observations.get("notFound")).toMatchObject({ verdict: "as stated" });
  });
});
