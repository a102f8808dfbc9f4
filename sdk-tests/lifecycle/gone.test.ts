import { describe, expect, it } from "vitest";
import * as lifecycle from "../../src/core/lifecycle/lifecycle";
import { startEmulator } from "../../src/emulator";
import { cases } from "../cases";
import type { ResourceCase } from "../cases/case";
import { emptyServer } from "../support/empty-server";
import { failureOf } from "../support/in-process-dynamic";
import { Places } from "../support/places";
import { resourceOf, resources } from "../support/resources";
import { virtualApi } from "../support/virtual-time";

/** Objects that somebody has deleted outside Pulumi. */

const server = emptyServer();
const { api } = server;

it.each(cases.filter(({ methods }) => methods.update[0] === "PATCH"))(
  "an update that was left half-made of a $type that is gone advises a refresh",
  async (testCase) => {
    const resource = resourceOf(testCase.type);
    const places = await Places.create(server.emulator, [testCase], ["subject"]);
    const args = { ...places.of(testCase, "subject"), ...testCase.life.minimal.args };
    const made = await lifecycle.create(resource, api(), args);
    server.emulator.remove(testCase.path(made.id, args));
    const error = await failureOf(lifecycle.update(resource, api(), made, args));
    expect(error.message).toBe(
      `${testCase.type} ${made.id}: there is no such object; if it was deleted, run \`pulumi refresh\`; if not, ` +
        "check edge-ingress:baseUrl",
    );
  },
);

describe("of a service whose failures have a body of the form", () => {
  const gone = { id: "agin_gone", state: { domain: "a.example.com" } };

  it.each(["json", "empty"] as const)("%s, an object that is gone is found to be", async (errorBody) => {
    await using other = await startEmulator({ options: { errorBody } });
    const { begin } = virtualApi({ baseUrl: other.url, apiKey: other.apiKey });
    expect(await lifecycle.read(resources.agentIngress, begin(), gone)).toBeUndefined();
    await lifecycle.remove(resources.agentIngress, begin(), gone);
  });

  it("html, none is taken for gone", async () => {
    await using other = await startEmulator({ options: { errorBody: "html" } });
    const { begin } = virtualApi({ baseUrl: other.url, apiKey: other.apiKey });
    for (const operation of [lifecycle.read, lifecycle.remove]) {
      const { message } = await failureOf<Error>(operation(resources.agentIngress, begin(), gone) as Promise<unknown>);
      expect(message).toContain("answered 404, but the answer is not the API's: its body is not JSON");
    }
  });
});

describe.each(["404", "null", "empty", "disabled"] as const)(
  "of a service that shows an unset module as %s, a module that is switched off",
  (unsetModule) => {
    const modules = cases.filter(({ place, type }) => place === "route" && type !== "HttpsEdgeRoute");

    async function makeDisabled(testCase: ResourceCase) {
      const resource = resourceOf(testCase.type);
      const route = await lifecycle.create(resources.httpsEdgeRoute, api(), {
        edgeId: "edge_1",
        matchType: "exact_path",
        match: "/",
      });
      const place = { edgeId: "edge_1", routeId: route.id };
      const args = { ...place, ...testCase.life.minimal.args, enabled: false };
      return { resource, route, made: await lifecycle.create(resource, api(), args) };
    }

    it.each(modules)("is gone with its route: $type", async (testCase) => {
      server.emulator.configure({ unsetModule });
      const { resource, route, made } = await makeDisabled(testCase);
      server.emulator.remove(`/edges/https/edge_1/routes/${route.id}`);
      expect(await lifecycle.read(resource, api(), made)).toBeUndefined();
    });

    it.each(modules)("stays if its route does: $type", async (testCase) => {
      server.emulator.configure({ unsetModule });
      const { resource, made } = await makeDisabled(testCase);
      expect(await lifecycle.read(resource, api(), made)).toMatchObject({ id: made.id, state: { enabled: false } });
    });
  },
);

it("a module that is switched off is gone with its route, also if the service answers nothing for its path", async () => {
  const { httpsEdgeRoute, httpsEdgeRouteOAuth } = resources;
  const place = { edgeId: "edge_1", matchType: "exact_path", match: "/" };
  const { id: routeId } = await lifecycle.create(httpsEdgeRoute, api(), place);
  const login = { edgeId: "edge_1", routeId, provider: { provider2: {} }, enabled: false };
  const made = await lifecycle.create(httpsEdgeRouteOAuth, api(), login);
  const path = `/edges/https/edge_1/routes/${routeId}/oauth`;
  server.emulator.remove(path);
  server.emulator.addFault({ method: "GET", path, status: 200, body: null, times: "always" });
  expect(await lifecycle.read(httpsEdgeRouteOAuth, api(), made)).toMatchObject({ id: made.id });
  server.emulator.remove(`/edges/https/edge_1/routes/${routeId}`);
  expect(await lifecycle.read(httpsEdgeRouteOAuth, api(), made)).toBeUndefined();
});
