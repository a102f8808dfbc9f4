import { afterEach, describe, expect, it } from "vitest";
import * as lifecycle from "../../src/core/lifecycle/lifecycle";
import type { ResourceState } from "../../src/core/lifecycle/resource";
import type { Values } from "../../src/core/schema/values";
import { cases } from "../cases";
import type { ResourceCase } from "../cases/case";
import { partialFailureOf } from "../support/failure";
import { failureOf } from "../support/in-process-dynamic";
import { resourceOf, resources } from "../support/resources";
import { serverWithPlaces } from "../support/server-with-places";

/**
 * Updates that may have changed the object, after which it cannot be read. The engine records what the error has of it, and
 * updates it the next time, whatever the program states by then.
 */

const server = serverWithPlaces(["subject"]);
const { api } = server;

const UNREADABLE = { status: 200, body: { error: "upstream unavailable" } };

const bodyAt = (path: string) =>
  server.emulator.objects().find((object) => object.path === path)?.body;

/** Updates an object while no read succeeds, and returns the state that the engine records. */
async function failedUpdate(
  testCase: ResourceCase,
  object: ResourceState,
  inputs: Values,
): Promise<ResourceState> {
  server.emulator.addFault({ method: "GET", times: "always", ...UNREADABLE });
  const error = await partialFailureOf(
    lifecycle.update(resourceOf(testCase.type), api(), object, inputs),
  );
  server.emulator.clearFaults();
  return { id: error.id, state: error.state ?? {} };
}

it.each(cases)(
  "an update of $type after which nothing can be read is taken back by the next",
  async (testCase) => {
    const resource = resourceOf(testCase.type);
    const { minimal, changed } = testCase.life;
    const args = { ...server.places.of(testCase, "subject"), ...minimal.args };
    const created = await lifecycle.create(resource, api(), args);
    /** The arguments in which the object on the server differs. */
    const differences = async () => {
      const seen = await lifecycle.read(resource, api(), { id: created.id, state: args });
      return lifecycle.diffState(resource, seen?.state ?? {}, args).changed;
    };
    const method = testCase.methods.update[0] as "PATCH" | "PUT";
    server.emulator.addFault({
      method,
      path: testCase.path(created.id, args),
      when: "after",
      ...UNREADABLE,
    });
    const half = await failedUpdate(testCase, created, { ...args, ...changed.args });
    expect(await differences()).not.toEqual([]);
    await lifecycle.update(resource, api(), half, args);
    expect(await differences()).toEqual([]);
  },
);

describe("a route whose modules were removed, after which nothing can be read", () => {
  const testCase = cases.find(({ type }) => type === "HttpsEdgeRoute") as ResourceCase;
  const route = resources.httpsEdgeRoute;
  const minimal = { edgeId: "edge_1", matchType: "path_prefix", match: "/" };
  const whole = { ...minimal, ...testCase.whole.args };

  it.each([
    {
      title:
        "has them again if the program configures them again, after a change of the modules alone",
      before: whole,
      after: { ...whole, webhookVerification: undefined, jwtValidation: undefined },
    },
    {
      title:
        "has them again if the program configures them again, after a change of modules and other arguments",
      before: whole,
      after: minimal,
    },
  ])("$title", async ({ before, after }) => {
    const created = await lifecycle.create(route, api(), before);
    const path = testCase.path(created.id, before);
    const half = await failedUpdate(testCase, created, after);
    expect(bodyAt(`${path}/jwt_validation`)).toBeUndefined();
    await lifecycle.update(route, api(), half, { ...before, description: "other" });
    expect(bodyAt(`${path}/jwt_validation`)).toMatchObject({ enabled: true });
    expect(bodyAt(`${path}/webhook_verification`)).toMatchObject({ enabled: true });
  });

  it("is not changed before it can be read again", async () => {
    const created = await lifecycle.create(route, api(), whole);
    const half = await failedUpdate(testCase, created, minimal);
    server.emulator.clearRequests();
    server.emulator.addFault({ method: "GET", times: "always", status: 200, body: {} });
    await failureOf(lifecycle.update(route, api(), half, { ...whole, description: "other" }));
    expect(new Set(server.emulator.requests().map(({ method }) => method))).toEqual(
      new Set(["GET"]),
    );
  });
});

describe("a module whose secret may have changed", () => {
  const { httpsEdgeRouteWebhookVerification } = resources;
  const testCase = cases.find(
    ({ type }) => type === "HttpsEdgeRouteWebhookVerification",
  ) as ResourceCase;

  afterEach(() => server.emulator.configure({ secrets: "plain" }));

  it.each([true, false])(
    "is sent again if the program goes back to the former secret, also if the service masks secrets (can be read after the failure: %s)",
    async (isReadable) => {
      server.emulator.configure({ secrets: "masked" });
      const place = server.places.of(testCase, "subject");
      const args = { ...place, provider: "slack", secret: "former" };
      const created = await lifecycle.create(httpsEdgeRouteWebhookVerification, api(), args);
      const path = testCase.path(created.id, args);
      server.emulator.addFault({
        method: "PUT",
        path,
        when: "after",
        status: 500,
        times: "always",
      });
      if (!isReadable) server.emulator.addFault({ method: "GET", times: "always", ...UNREADABLE });
      const changed = { ...args, secret: "latter" };
      const half = await partialFailureOf(
        lifecycle.update(httpsEdgeRouteWebhookVerification, api(), created, changed),
      );
      server.emulator.clearFaults();
      const state = { id: half.id, state: half.state ?? {} };
      await lifecycle.update(httpsEdgeRouteWebhookVerification, api(), state, args);
      expect(bodyAt(path)).toMatchObject({ secret: "former" });
    },
  );
});
