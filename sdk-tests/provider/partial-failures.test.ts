import { expect, it } from "vitest";
import type { Values } from "../../src/core/schema/values";
import { startEmulator } from "../../src/emulator";
import { emptyServer } from "../support/empty-server";
import { failureOf, inProcessDynamic, unwrapped } from "../support/in-process-dynamic";

interface InitError extends Error {
  readonly id?: string;
  readonly properties?: Values;
  readonly reasons?: readonly string[];
}

const server = emptyServer();

const base = { edgeId: "edge_1", matchType: "exact_path", match: "/" };
const guarded = {
  ...base,
  oauth: { provider: { provider5: { clientId: "id", clientSecret: "canary" } } },
  webhookVerification: { provider: "sns" },
  compression: {},
};

/** A route that an earlier process has created, and the provider of the current process. */
async function existingRoute() {
  const { id, outs } = await (await server.dynamic("httpsEdgeRoute")).create(guarded);
  return { id, outs, routes: await server.dynamic("httpsEdgeRoute") };
}

it("the provider keeps the truth in state when a change of a route fails half-way, and converges with the next update", async () => {
  const { id, outs, routes } = await existingRoute();
  const requested = { ...base, circuitBreaker: { numBuckets: 3 } };
  server.emulator.addFault({
    method: "DELETE",
    path: `/edges/https/edge_1/routes/${id}/oauth`,
    status: 409,
  });
  server.emulator.clearRequests();
  const error = await failureOf<InitError>(routes.update(id, outs, requested));

  // The provider adds modules first, then removes modules, and finally reads the result.
  expect(server.methods()).toEqual(["PATCH", "DELETE", "DELETE", "GET"]);
  expect(error).toMatchObject({
    id,
    reasons: [
      expect.stringMatching(/DELETE \/edges\/https\/edge_1\/routes\/\w+\/oauth answered 409/),
    ],
  });
  expect(JSON.stringify(error.properties)).toContain("__provider");
  const { __provider, ...truth } = unwrapped(error.properties) as Values;
  const { circuitBreaker } = requested;
  expect(truth).toMatchObject({
    circuitBreaker,
    oauth: guarded.oauth,
    compression: { enabled: false },
  });
  expect(truth).not.toHaveProperty("webhookVerification");

  const mended = await routes.update(id, truth, requested);
  expect(mended).not.toHaveProperty("oauth");
  expect(await routes.diff(id, mended, requested)).toEqual({ changes: false });
  const modules = { oauth: null, webhook_verification: null, circuit_breaker: { num_buckets: 3 } };
  expect(server.emulator.objects()[0]?.body).toMatchObject(modules);
});

it("the provider keeps in state what a change of a route has added, though nothing shows the route after it", async () => {
  const { id, outs, routes } = await existingRoute();
  const requested = { ...base, websocketTcpConverter: {} };
  server.emulator.addFault({ method: "GET", malformed: true, times: "always" });
  const error = await failureOf<InitError>(routes.update(id, outs, requested));
  server.emulator.clearFaults();
  expect(unwrapped(error.properties)).toMatchObject({
    websocketTcpConverter: {},
    oauth: guarded.oauth,
  });

  const mended = await routes.update(id, unwrapped(error.properties) as Values, requested);
  expect(await routes.diff(id, mended, requested)).toEqual({ changes: false });
  const modules = {
    oauth: null,
    webhook_verification: null,
    websocket_tcp_converter: { enabled: true },
  };
  expect(server.emulator.objects()[0]?.body).toMatchObject(modules);
});

it("the provider disables a removed module whose secret only the service knows", async () => {
  await using masking = await startEmulator({ options: { secrets: "masked" } });
  const routes = await (await inProcessDynamic(masking)).of("httpsEdgeRoute");
  const oidc = { issuer: "https://id.example.com", clientId: "id", clientSecret: "canary" };
  const { id } = await routes.create({ ...base, oidc });
  // An import has this state if its file names the module.
  const { props } = await routes.read(id, { edgeId: "edge_1", oidc: {} });
  expect(unwrapped(props)).toMatchObject({ oidc: { clientId: "id" } });

  const outs = await routes.update(id, unwrapped(props) as Values, base);
  expect(outs).not.toHaveProperty("oidc");
  expect(masking.objects()[0]?.body.oidc).toMatchObject({ enabled: false, client_id: "id" });
});

it("the provider keeps an object whose answer cannot be understood, its secrets wrapped, so that it can be deleted", async () => {
  const destinations = await server.dynamic("eventDestination");
  const args = { format: "json", target: { monitoring: { apiKey: "canary" } } };
  const answer = {
    id: "evdst_1",
    uri: "https://api.example.com/x",
    created_at: 7,
    format: "json",
    target: {},
  };
  server.emulator.addFault({
    method: "POST",
    path: "/event_destinations",
    status: 201,
    body: answer,
  });
  const error = await failureOf<InitError>(destinations.create(args));
  expect(error).toMatchObject({ id: "evdst_1", message: expect.stringContaining("created_at") });
  expect(unwrapped(error.properties)).toMatchObject(args);
  expect(JSON.stringify(error.properties)).toContain("1b47061264138c4ac30d75fd1eb44270");
});
