import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";
import { failureOf, inProcessDynamic } from "../support/in-process-dynamic";
import { isLook } from "../support/looks";

/** Deleting a route, which the API's reference does not show, under each setting and each answer of the service. */

const route = { edgeId: "edge_1", matchType: "exact_path", match: "/a" };

let emulator: Emulator;
const printed = vi.spyOn(process.stdout, "write").mockImplementation(() => true);

beforeAll(async () => {
  emulator = await startEmulator();
});

beforeEach(() => {
  emulator.reset();
  printed.mockClear();
});

afterAll(async () => {
  printed.mockRestore();
  await emulator.close();
});

/** Makes a route, deletes it, and tells what was sent and printed, and what is left. */
async function deletion(setting: string | undefined, args: object = { backend: { backendId: "bknd_1" } }) {
  const provider = await (
    await inProcessDynamic(emulator, setting === undefined ? {} : { "edge-ingress:routeDeletion": setting })
  ).of("httpsEdgeRoute");
  const { id, outs } = await provider.create({ ...route, ...args });
  emulator.clearRequests();
  const error = await provider.delete(id, outs).then(
    () => undefined,
    (failure: Error) => failure.message,
  );
  return {
    error,
    sent: emulator.requests().flatMap((request) => (isLook(request) ? [] : [request.method])),
    printed: printed.mock.calls.map(([text]) => String(text)),
    left: emulator.objects().find(({ kind }) => kind === "https_edge_route")?.body,
  };
}

const refused = (status: number) =>
  emulator.addFault({ method: "DELETE", path: "/edges/https/{edge_id}/routes/{id}", status, times: "always" });

describe("a route that the service deletes", () => {
  it.each([undefined, "delete", "require"])("is deleted with the setting %s", async (setting) => {
    expect(await deletion(setting)).toEqual({ error: undefined, sent: ["DELETE"], printed: [], left: undefined });
  });

  it("is not deleted but disabled with the setting disable", async () => {
    const { sent, left, printed } = await deletion("disable");
    expect(sent).toEqual(["GET", "PATCH"]);
    expect(left?.backend).toMatchObject({ enabled: false, backend: { id: "bknd_1" } });
    expect(printed).toEqual([
      expect.stringMatching(
        /^warning: the route exact_path \/a on the edge edge_1 is kept on the server; its backend is disabled/,
      ),
    ]);
  });

  it("is left as it is with the setting retain", async () => {
    const { sent, left, printed } = await deletion("retain");
    expect(sent).toEqual([]);
    expect(left?.backend).toMatchObject({ enabled: true });
    expect(printed).toEqual(["info: the route exact_path /a on the edge edge_1 is kept and still serves traffic\n"]);
  });
});

describe.each([404, 405, 501])("a route whose deletion the service answers with %i", (status) => {
  it("is disabled, so that it serves nothing, and let go with one warning", async () => {
    refused(status);
    const { error, sent, left, printed } = await deletion("delete");
    expect(error).toBeUndefined();
    // What is refused may be refused by a gateway, for a moment.
    expect(sent).toEqual(["DELETE", "GET", ...(status === 404 ? [] : ["DELETE"]), "PATCH"]);
    expect(left?.backend).toMatchObject({ enabled: false });
    expect(printed).toHaveLength(1);
  });

  it("is an error with the setting require", async () => {
    refused(status);
    const { error, left } = await deletion("require");
    expect(error).toContain("edge-ingress:routeDeletion is require: delete it by hand");
    expect(left?.backend).toMatchObject({ enabled: true });
  });
});

describe.each([405, 501])("a route whose deletion is answered with %i", (status) => {
  const fault = { method: "DELETE", path: "/edges/https/{edge_id}/routes/{id}", status };

  it("once is deleted by the next attempt", async () => {
    emulator.addFault(fault);
    const { error, left, printed } = await deletion("delete");
    expect({ error, left, printed }).toEqual({ error: undefined, left: undefined, printed: [] });
  });

  it("and a page of a gateway is neither let go nor disabled, and the error names the setting", async () => {
    emulator.addFault({ ...fault, body: "<html>", contentType: "text/html", times: "always" });
    const { error, left } = await deletion("delete");
    expect(error).toMatch(
      new RegExp(`^DELETE \\S+ answered ${status}, but the answer is not the API's: its body is not JSON`),
    );
    expect(error).toMatch(
      /if the service does not delete routes, set edge-ingress:routeDeletion to disable or retain$/,
    );
    expect(left?.backend).toMatchObject({ enabled: true });
  });
});

it("the provider disables a backend that was configured by another party", async () => {
  refused(405);
  const provider = await (await inProcessDynamic(emulator)).of("httpsEdgeRoute");
  const { id, outs } = await provider.create(route);
  const path = `/edges/https/edge_1/routes/${id}`;
  emulator.edit(`${path}/backend`, { enabled: true, backend: { id: "bknd_foreign", uri: "https://x.example.com" } });
  await provider.delete(id, outs);
  const [left] = emulator.objects();
  expect(left?.body.backend).toMatchObject({ enabled: false, backend: { id: "bknd_foreign" } });
});

it("the provider warns of a route without a backend, which serves nothing", async () => {
  refused(405);
  const { sent, printed } = await deletion("delete", {});
  expect(sent).toEqual(["DELETE", "GET", "DELETE"]);
  expect(printed).toEqual([expect.stringContaining("it has no backend and serves no traffic")]);
});

it("the provider takes a route that is gone already for deleted", async () => {
  const provider = await (await inProcessDynamic(emulator)).of("httpsEdgeRoute");
  const { id, outs } = await provider.create(route);
  emulator.remove(`/edges/https/edge_1/routes/${id}`);
  await expect(provider.delete(id, outs)).resolves.toBeUndefined();
});

it("the provider refuses a setting that is no word for it", async () => {
  const provider = await (await inProcessDynamic(emulator, { "edge-ingress:routeDeletion": "never" })).of(
    "httpsEdgeRoute",
  );
  expect((await failureOf(provider.create(route))).message).toBe(
    'edge-ingress:routeDeletion must be "delete", "disable", "retain", or "require"',
  );
});

describe("a route whose module resource was deleted before it", () => {
  /** Deletes the module and then the route, in one run. */
  async function deletionOfBoth(setting: string) {
    const made = await inProcessDynamic(emulator);
    const { id, outs } = await (await made.of("httpsEdgeRoute")).create({ ...route, backend: { backendId: "bknd_1" } });
    const login = { edgeId: "edge_1", routeId: id, provider: { provider2: {} } };
    const module = await (await made.of("httpsEdgeRouteOAuth")).create(login);
    const run = await inProcessDynamic(emulator, { "edge-ingress:routeDeletion": setting });
    await (await run.of("httpsEdgeRouteOAuth")).delete(module.id, module.outs);
    return (await run.of("httpsEdgeRoute")).delete(id, outs);
  }

  const lost =
    "the route exact_path /a on the edge edge_1 is kept and still serves traffic without oauth: " +
    "deleted before it; a module resource that is given `route`, or the option `deletedWith`, stays with its route";

  it("is named in a warning if it is retained", async () => {
    await deletionOfBoth("retain");
    expect(printed.mock.calls.map(([text]) => String(text))).toEqual([`warning: ${lost}\n`]);
  });

  it("is named in the error if it cannot be deleted", async () => {
    refused(409);
    const { message } = await failureOf(deletionOfBoth("delete"));
    expect(message).toMatch(/^DELETE \S+ answered 409 .*; the route exact_path/);
    expect(message).toContain(lost);
  });
});

it("the provider leaves removed modules as they are where the program retains them, and takes that alone for no change", async () => {
  const removable = { oauth: { provider: { provider2: {} } }, compression: {} };
  const made = await (await inProcessDynamic(emulator)).of("httpsEdgeRoute");
  const { id, outs } = await made.create({ ...route, ...removable });
  const routes = await (await inProcessDynamic(emulator)).of("httpsEdgeRoute");
  const retaining = { ...route, retainRemovedModules: true };
  expect(await routes.diff(id, outs, { ...outs, retainRemovedModules: true })).toEqual({ changes: false });
  emulator.clearRequests();
  const left = await routes.update(id, outs, retaining);
  expect(emulator.requests().map(({ method }) => method)).toEqual(["GET"]);
  expect(left).not.toHaveProperty("oauth");
  expect(emulator.objects()[0]?.body).toMatchObject({ oauth: { enabled: true }, compression: { enabled: true } });
});
