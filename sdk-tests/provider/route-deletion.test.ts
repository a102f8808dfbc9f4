import { beforeEach, describe, expect, it } from "vitest";
import { emptyServer } from "../support/empty-server";
import { failureOf, inProcessDynamic } from "../support/in-process-dynamic";
import { methodsIn } from "../support/looks";
import { printedLines } from "../support/printed";

/**
 * Tests of deleting a route, which the API's reference does not document, with each setting and each response of the
 * service.
 */

const route = { edgeId: "edge_1", matchType: "exact_path", match: "/a" };

const lines = printedLines();
const server = emptyServer();
const routesWith = (setting?: string) =>
  server.dynamic(
    "httpsEdgeRoute",
    setting === undefined ? {} : { "edge-ingress:routeDeletion": setting },
  );

/** Creates a route, deletes it, and returns the requests, the output, and the remaining backend. */
async function deletion(
  setting: string | undefined,
  args: object = { backend: { backendId: "bknd_1" } },
) {
  const provider = await routesWith(setting);
  const { id, outs } = await provider.create({ ...route, ...args });
  server.emulator.clearRequests();
  const error = await provider.delete(id, outs).catch((failure: Error) => failure.message);
  const sent = methodsIn(server.emulator).join(" ");
  const left = server.emulator.objects().find(({ kind }) => kind === "https_edge_route");
  return { error, sent, printed: lines(), backend: left?.body.backend };
}

const DELETED = { error: undefined, printed: [], backend: undefined };
const DISABLED = { enabled: false, backend: { id: "bknd_1" } };
const SERVING = { enabled: true };

const DELETION = { method: "DELETE", path: "/edges/https/{edge_id}/routes/{id}" } as const;

const refused = (status: number) =>
  server.emulator.addFault({ ...DELETION, status, times: "always" });

it.each([undefined, "delete", "require"])(
  "a route that can be deleted is, with the setting %s",
  async (setting) => {
    expect(await deletion(setting)).toEqual({ ...DELETED, sent: "DELETE" });
  },
);

it("a route that the service deletes is not deleted but disabled with the setting disable", async () => {
  const kept =
    "warning: the route exact_path /a on the edge edge_1 is kept on the server; its backend is disabled";
  const printed = [expect.stringContaining(kept)];
  expect(await deletion("disable")).toMatchObject({
    sent: "GET PATCH",
    printed,
    backend: DISABLED,
  });
});

it("a route that the service could delete is not changed with the setting retain", async () => {
  const printed = [
    "info: the route exact_path /a on the edge edge_1 is kept and still serves traffic\n",
  ];
  expect(await deletion("retain")).toMatchObject({ sent: "", printed, backend: SERVING });
});

describe.each([404, 405, 501])("a route whose deletion the service answers with %i", (status) => {
  beforeEach(() => refused(status));

  it("is disabled, so that it serves nothing, and removed from the state with one warning", async () => {
    // The refusal may be a temporary refusal of a gateway.
    const checks = status === 404 ? "DELETE GET GET DELETE GET" : "DELETE GET DELETE";
    const sent = `${checks} PATCH`;
    const printed = [expect.any(String)];
    expect(await deletion("delete")).toMatchObject({
      error: undefined,
      sent,
      printed,
      backend: DISABLED,
    });
  });

  it("is an error with the setting require", async () => {
    const error = expect.stringContaining(
      "edge-ingress:routeDeletion is require: delete it by hand",
    );
    expect(await deletion("require")).toMatchObject({ error, backend: SERVING });
  });
});

describe.each([404, 405, 501])("a route whose deletion is answered with %i", (status) => {
  const fault = { ...DELETION, status };

  it("once is deleted by the next attempt", async () => {
    server.emulator.addFault(fault);
    expect(await deletion("delete")).toMatchObject(DELETED);
  });

  it.each([
    {
      title: "and a page is disabled like any other route that the service does not delete",
      body: { body: "<html>", contentType: "text/html" },
    },
    {
      title: "and a text is disabled like any other route that the service does not delete",
      body: { body: "not found", contentType: "text/plain" },
    },
    {
      title: "and nothing is disabled like any other route that the service does not delete",
      body: { body: "", contentType: "text/plain" },
    },
  ])("$title", async ({ body }) => {
    server.emulator.addFault({ ...fault, ...body, times: "always" });
    expect(await deletion("delete")).toMatchObject({ error: undefined, backend: DISABLED });
  });
});

it("a route is not changed, and the error names the setting, if the API does not respond after a 404", async () => {
  server.emulator.addFault({ ...DELETION, status: 404 });
  server.emulator.addFault({ path: "/agent_ingresses", status: 404, times: "always" });
  const { error, backend } = await deletion("delete");
  expect(error).toMatch(
    /^DELETE \S+ answered 404, but the answer is not the API's: .*; if the service does not delete routes, set edge-ingress:routeDeletion to disable or retain$/,
  );
  expect(backend).toMatchObject(SERVING);
});

it("the provider disables a backend that was configured by another party", async () => {
  refused(405);
  const provider = await routesWith();
  const { id, outs } = await provider.create(route);
  const backend = { id: "bknd_foreign", uri: "https://x.example.com" };
  server.emulator.edit(`/edges/https/edge_1/routes/${id}/backend`, { enabled: true, backend });
  await provider.delete(id, outs);
  const [left] = server.emulator.objects();
  expect(left?.body.backend).toMatchObject({ enabled: false, backend: { id: "bknd_foreign" } });
});

it("the provider warns of a route without a backend, which serves nothing", async () => {
  refused(405);
  const printed = [expect.stringContaining("it has no backend and serves no traffic")];
  expect(await deletion("delete", {})).toMatchObject({ sent: "DELETE GET DELETE", printed });
});

it("the provider treats a route that does not exist as deleted, after it has looked for the route five times", async () => {
  await expect((await routesWith()).delete("edghtsrt_gone", route)).resolves.toBeUndefined();
  const sent = server.emulator.requests().filter(({ path }) => path.endsWith("/edghtsrt_gone"));
  expect(sent.map(({ method }) => method)).toEqual(["DELETE", ...Array(5).fill("GET")]);
});

describe("a route whose module resource was deleted before it", () => {
  /** Deletes the module and then the route, in the same run. */
  async function deletionOfBoth(setting: string, beforeDeletion = () => {}) {
    const provider = await inProcessDynamic(server.emulator);
    const { id, outs } = await (await provider.of("httpsEdgeRoute")).create({
      ...route,
      backend: { backendId: "bknd_1" },
    });
    const login = { edgeId: "edge_1", routeId: id, provider: { provider2: {} } };
    const module = await (await provider.of("httpsEdgeRouteOAuth")).create(login);
    const run = await inProcessDynamic(server.emulator, {
      "edge-ingress:routeDeletion": setting,
      "edge-ingress:maxRetries": "0",
    });
    beforeDeletion();
    await (await run.of("httpsEdgeRouteOAuth")).delete(module.id, module.outs);
    return (await run.of("httpsEdgeRoute")).delete(id, outs);
  }

  const lost =
    "the route exact_path /a on the edge edge_1 is kept and still serves traffic without oauth: " +
    "deleted before it; a module resource that is given `route`, or the option `deletedWith`, stays with its route";

  it("is named in a warning if it is retained", async () => {
    await deletionOfBoth("retain");
    expect(lines()).toEqual([`warning: ${lost}\n`]);
  });

  it("is named in a warning if the response to the deletion of the module is lost", async () => {
    const path = "/edges/https/{edge_id}/routes/{route_id}/oauth";
    const loseResponse = () =>
      void server.emulator.addFault({ method: "DELETE", path, when: "after", status: 500 });
    await deletionOfBoth("retain", loseResponse);
    expect(lines()).toContain(`warning: ${lost}\n`);
  });

  it("is named in the error if it cannot be deleted", async () => {
    refused(409);
    const { message } = await failureOf(deletionOfBoth("delete"));
    expect(message).toMatch(/^DELETE \S+ answered 409 .*; the route exact_path/);
    expect(message).toContain(lost);
  });
});

it("the provider does not change removed modules if the program retains them, and reports that alone as no change", async () => {
  const removable = { oauth: { provider: { provider2: {} } }, compression: {} };
  const creator = await routesWith();
  const { id, outs } = await creator.create({ ...route, ...removable });
  const routes = await routesWith();
  const retaining = { ...route, retainRemovedModules: true };
  expect(await routes.diff(id, outs, { ...outs, retainRemovedModules: true })).toEqual({
    changes: false,
  });
  server.emulator.clearRequests();
  expect(await routes.update(id, outs, retaining)).not.toHaveProperty("oauth");
  expect(server.methods()).toEqual(["GET"]);
  const modules = { oauth: { enabled: true }, compression: { enabled: true } };
  expect(server.emulator.objects()[0]?.body).toMatchObject(modules);
});
