import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import { addConnectionFault } from "../support/connection-faults";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy";
import { failureOf, inProcessDynamic } from "../support/in-process-dynamic";

/** Creates with an unknown outcome: none is sent twice, and none is lost. */

let emulator: Emulator;
let proxy: FaultProxy;

beforeAll(async () => {
  emulator = await startEmulator({ options: { pageSize: 2 } });
  proxy = await startFaultProxy(emulator.url);
});

beforeEach(() => {
  emulator.reset();
  proxy.clearFaults();
});

afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await emulator.close();
});

const posts = () => emulator.requests().filter(({ method }) => method === "POST");

/** The answers that tell nothing: after the object was made, or before. */
const silences = [
  { ends: "reset" },
  { status: 500 },
  { status: 503, body: "<html>busy</html>", contentType: "text/html" },
  { malformed: true },
  { ends: "close", half: true },
] as const;

const silence = (how: (typeof silences)[number], when: "before" | "after", path = "/event_destinations"): void => {
  if ("ends" in how) addConnectionFault({ emulator, proxy }, { method: "POST", path, when, ...how });
  else emulator.addFault({ method: "POST", path, when, ...how });
};

/** The server, reached through the proxy. */
const served = () => ({ url: proxy.url, apiKey: emulator.apiKey });

const args = { format: "json", description: "audit", target: { monitoring: { apiKey: "canary", site: "eu" } } };

/** Less time than it takes until a request is certainly over: what is not there at once is not waited for. */
const hurried = { "edge-ingress:operationTimeoutSeconds": "30" };

const create = async (type = "eventDestination", inputs: Record<string, unknown> = args) =>
  (await (await inProcessDynamic(served(), hurried)).of(type)).create(inputs);

describe.each(silences)("after %j", (how) => {
  it("the provider adopts the object that was made, among others of several pages, its secret masked", async () => {
    emulator.configure({ secrets: "masked" });
    for (const site of ["eu", "us", "eu"]) {
      await create("eventDestination", {
        ...args,
        description: "other",
        target: { monitoring: { apiKey: "x", site } },
      });
    }
    emulator.clearRequests();
    silence(how, "after");
    const { id, outs } = await create();
    expect(posts()).toHaveLength(1);
    expect(emulator.objects()).toHaveLength(4);
    expect(emulator.objects().map(({ body }) => body.id)).toContain(id);
    expect(outs).toMatchObject(args);
    emulator.configure({ secrets: "plain" });
  });

  it("the provider says that nothing is listed where nothing was made, and sends nothing again without the time to wait", async () => {
    const before = proxy.swallowed();
    silence(how, "before");
    const { message } = await failureOf(create());
    expect(message).toContain("POST /event_destinations");
    expect(message).toContain(
      "whether the object was made is unknown: the list does not show it; run the command again",
    );
    expect(posts().length + proxy.swallowed() - before).toBe(1);
    expect(emulator.objects()).toEqual([]);
  });
});

it("the provider names the candidates where there are several, and adopts none", async () => {
  await create();
  silence({ ends: "reset" }, "after");
  const { message } = await failureOf(create());
  const ids = emulator.objects().map(({ body }) => String(body.id));
  expect(ids).toHaveLength(2);
  for (const id of ids) expect(message).toContain(id);
  expect(message).toContain(
    `to import ${ids[1]}, run \`npx edge-ingress import --stack STACK --form dynamic ` +
      `--include ${ids[1]}\`, and remove this resource from the program, for which the command writes another one`,
  );
});

it("the provider takes no object of another create of the same process for its own", async () => {
  const provider = await (await inProcessDynamic(served())).of("eventDestination");
  const first = await provider.create(args);
  silence({ ends: "reset" }, "after");
  const second = await provider.create(args);
  expect(second.id).not.toBe(first.id);
  expect(emulator.objects()).toHaveLength(2);
});

it("the provider says of a route, which cannot be listed, where to look for it", async () => {
  silence({ ends: "reset" }, "after", "/edges/https/edge_1/routes");
  const route = { edgeId: "edge_1", matchType: "exact_path", match: "/api" };
  const { message } = await failureOf(create("httpsEdgeRoute", route));
  expect(message).toContain(
    "whether the object was made is unknown: look for the route exact_path /api on the edge edge_1, " +
      "and import or delete it before you run the command again; to import edge_1/ROUTE_ID, run `npx edge-ingress import --stack STACK --form dynamic --route edge_1/ROUTE_ID --include ROUTE_ID`",
  );
  expect(posts()).toHaveLength(1);
});
