import { afterEach, describe, expect, it } from "vitest";
import * as lifecycle from "../../src/core/lifecycle/lifecycle";
import { cases } from "../cases";
import { emptyServer } from "../support/empty-server";
import { Places } from "../support/places";
import { resourceOf, resources } from "../support/resources";

/** Tests of objects that were deleted outside Pulumi. */

const server = emptyServer();
const { api } = server;

const patched = cases.filter(({ methods }) => methods.update[0] === "PATCH");

it.each(patched)("an update of a $type that was deleted advises a refresh", async (testCase) => {
  const resource = resourceOf(testCase.type);
  const places = await Places.create(server.emulator, [testCase], ["subject"]);
  const args = { ...places.of(testCase, "subject"), ...testCase.life.minimal.args };
  const created = await lifecycle.create(resource, api(), args);
  server.emulator.remove(testCase.path(created.id, args));
  const message =
    `${testCase.type} ${created.id}: there is no such object; if it was deleted, run \`pulumi refresh\`; if not, ` +
    "check edge-ingress:baseUrl";
  await expect(lifecycle.update(resource, api(), created, args)).rejects.toMatchObject({ message });
});

describe("of a service whose failures have a body of the form", () => {
  const deleted = { id: "agin_gone", state: { domain: "a.example.com" } };

  afterEach(() => server.emulator.configure({ errorBody: "json" }));

  it.each(["json", "html", "text", "empty"] as const)(
    "%s, a deleted object is recognized",
    async (errorBody) => {
      server.emulator.configure({ errorBody });
      expect(await lifecycle.read(resources.agentIngress, api(), deleted)).toBeUndefined();
      expect(await lifecycle.lookUp(resources.agentIngress, api(), deleted.id, {})).toBeUndefined();
      expect(await lifecycle.remove(resources.agentIngress, api(), deleted)).toBeUndefined();
    },
  );
});

/** Creates a route, and returns the arguments of a module on it. */
async function makeRoute() {
  const args = { edgeId: "edge_1", matchType: "exact_path", match: "/" };
  const { id: routeId } = await lifecycle.create(resources.httpsEdgeRoute, api(), args);
  return { path: `/edges/https/edge_1/routes/${routeId}`, place: { edgeId: "edge_1", routeId } };
}

const modules = cases.filter(({ place, type }) => place === "route" && type !== "HttpsEdgeRoute");

it.each(
  (["404", "null", "empty", "disabled"] as const).flatMap((shown) =>
    modules.map((testCase) => [shown, testCase] as const),
  ),
)(
  "of a service that shows an unset module as %s, a module that is switched off is gone with its route, and no sooner: $1.type",
  async (unsetModule, { type, life }) => {
    server.emulator.configure({ unsetModule });
    const route = await makeRoute();
    const args = { ...route.place, ...life.minimal.args, enabled: false };
    const created = await lifecycle.create(resourceOf(type), api(), args);
    const read = () => lifecycle.read(resourceOf(type), api(), created);
    expect(await read()).toMatchObject({ id: created.id, state: { enabled: false } });
    server.emulator.remove(route.path);
    expect(await read()).toBeUndefined();
  },
);

it("a disabled module is deleted with its route, also if the service has no response for its path", async () => {
  const { httpsEdgeRouteOAuth } = resources;
  const route = await makeRoute();
  const login = { ...route.place, provider: { provider2: {} }, enabled: false };
  const created = await lifecycle.create(httpsEdgeRouteOAuth, api(), login);
  const path = `${route.path}/oauth`;
  server.emulator.remove(path);
  server.emulator.addFault({ method: "GET", path, status: 200, body: null, times: "always" });
  expect(await lifecycle.read(httpsEdgeRouteOAuth, api(), created)).toMatchObject({
    id: created.id,
  });
  server.emulator.remove(route.path);
  expect(await lifecycle.read(httpsEdgeRouteOAuth, api(), created)).toBeUndefined();
});

it("a disabled module keeps its arguments if the service shows it as unset", async () => {
  const { httpsEdgeRouteWebhookVerification } = resources;
  const { place, path } = await makeRoute();
  const args = { ...place, provider: "slack", secret: "s", enabled: false };
  const created = await lifecycle.create(httpsEdgeRouteWebhookVerification, api(), args);
  const body = server.emulator.objects().find((object) => object.path === path)?.body;
  const unset = { method: "GET", status: 200, times: "always" } as const;
  server.emulator.addFault({ ...unset, path: `${path}/webhook_verification`, body: {} });
  server.emulator.addFault({ ...unset, path, body: { ...body, webhook_verification: null } });
  const found = await lifecycle.read(httpsEdgeRouteWebhookVerification, api(), created);
  server.emulator.clearFaults();
  expect(found?.state).toMatchObject(args);
});

describe.each(["404", "null", "empty", "disabled"] as const)(
  "of a service that shows an unset module as %s",
  (shown) => {
    afterEach(() => server.emulator.configure({ unsetModule: "404" }));

    it.each(modules)(
      "the deletion of a deleted module succeeds: $type",
      async ({ type, life, path }) => {
        server.emulator.configure({ unsetModule: shown });
        const route = await makeRoute();
        const created = await lifecycle.create(resourceOf(type), api(), {
          ...route.place,
          ...life.minimal.args,
        });
        server.emulator.remove(path(created.id, route.place));
        expect(await lifecycle.remove(resourceOf(type), api(), created)).toBeUndefined();
      },
    );

    it("the removal of a deleted module from a route succeeds", async () => {
      server.emulator.configure({ unsetModule: shown });
      const args = { edgeId: "edge_1", matchType: "exact_path", match: "/" };
      const oauth = { provider: { provider2: {} } };
      const created = await lifecycle.create(resources.httpsEdgeRoute, api(), { ...args, oauth });
      server.emulator.remove(`/edges/https/edge_1/routes/${created.id}/oauth`);
      const state = await lifecycle.update(resources.httpsEdgeRoute, api(), created, args);
      expect(state).not.toHaveProperty("oauth");
    });
  },
);
