import { beforeEach, describe, expect } from "vitest";
import { withEmulator } from "../support/fixtures";
import { type HostedProvider, inProcessDynamic } from "../support/in-process-dynamic";
import { methodsIn } from "../support/looks";

const edgeId = "edge_1";
const route = { edgeId, matchType: "exact_path", match: "/" };
const at = (path: string) => `/edges/https/${edgeId}/${path}`;
const authorities = (...ids: string[]) =>
  ids.map((id) => ({ id, uri: `https://api.example.com/${id}` }));

const it = withEmulator();
let process: Awaited<ReturnType<typeof inProcessDynamic>>;

it.beforeEach(async ({ emulator }) => {
  emulator.reset();
  emulator.configure({ unsetModule: "404", terminateAt: "edge" });
  process = await inProcessDynamic(emulator);
});

it("a configured module is replaced without adopt where the state had it at the same path", async ({
  emulator,
}) => {
  emulator.edit(at("mutual_tls"), {
    enabled: true,
    certificate_authorities: authorities("ca_1", "ca_2"),
  });
  const provider = await process.of("httpsEdgeMutualTls");
  const args = { edgeId, certificateAuthorityIds: ["ca_3"] };
  await provider.check(args, { edgeId, certificateAuthorityIds: ["ca_2"] });
  expect((await provider.create(args)).outs).toMatchObject(args);
  expect(methodsIn(emulator)).toEqual(["GET", "PUT"]);
});

it.for<{ title: string; changed: object; expected: object }>([
  {
    title: "a module resource is unchanged if only adopt changes",
    changed: { adopt: true },
    expected: { changes: false },
  },
  {
    title: "a module resource is replaced where it moves to another edge, the new module first",
    changed: { edgeId: "edge_2" },
    expected: { replaces: ["edgeId"] },
  },
])("$title", async ({ changed, expected }) => {
  const provider = await process.of("tcpEdgeBackend");
  const args = { edgeId, backendId: "bknd_1" };
  expect(await provider.diff(edgeId, args, { ...args, ...changed })).toEqual(expected);
});

it("a module resource is found by its id alone", async () => {
  const jwt = await process.of("httpsEdgeRouteJwtValidation");
  const { id: routeId } = await (await process.of("httpsEdgeRoute")).create(route);
  const props = { edgeId, routeId, audience: { allowList: [{ value: "api" }] } };
  const { id } = await jwt.create(props);
  expect(id).toBe(`${edgeId}/${routeId}`);
  expect(await jwt.read(id, {})).toMatchObject({ props });
  await expect(jwt.read("../x", {})).rejects.toThrow("is not a well-formed id");
});

const args = { edgeId, certificateAuthorityIds: ["ca_1"] };

it("a module that the program asks for is not deleted with its former resource", async ({
  emulator,
}) => {
  const provider = await process.of("httpsEdgeMutualTls");
  await provider.check(args);
  const { id, outs } = await provider.create(args);
  await provider.delete(id, outs);
  expect(emulator.objects()).toHaveLength(1);
  const next = await (await inProcessDynamic(emulator)).of("httpsEdgeMutualTls");
  await next.delete(id, outs);
  expect(emulator.objects()).toEqual([]);
});

it("a module that the program asks for is set after a deletion that is under way", async ({
  emulator,
}) => {
  emulator.edit(at("mutual_tls"), { enabled: true, certificate_authorities: authorities("ca_1") });
  emulator.addFault({ method: "DELETE", delayMs: 50, when: "before" });
  const provider = await process.of("httpsEdgeMutualTls");
  await Promise.all([provider.delete(edgeId, args), provider.create(args)]);
  expect(methodsIn(emulator)).toEqual(["DELETE", "GET", "GET", "PUT"]);
  expect(emulator.objects()).toHaveLength(1);
});

it.for<[order: readonly ("check the holder" | "check the other" | "create the other")[]]>([
  [["check the holder", "check the other", "create the other"]],
  [["check the other", "check the holder", "create the other"]],
  [["check the other", "create the other", "check the holder"]],
])(
  "of two resources on one module, the other one overwrites nothing, whatever the engine calls first: %o",
  async ([order], { emulator }) => {
    const shown = { enabled: true, certificate_authorities: authorities("ca_1") };
    emulator.edit(at("mutual_tls"), shown);
    const provider = await process.of("httpsEdgeMutualTls");
    const other = { edgeId, certificateAuthorityIds: ["ca_2"] };
    const resource = (name: string) => ({ __resource: { name, identity: name } });
    const calls = {
      "check the holder": () => provider.check({ ...args, ...resource("holder") }, args),
      "check the other": () => provider.check({ ...other, ...resource("other") }),
      "create the other": () =>
        provider.create(other).then(String, (error: Error) => [error.message]),
    };
    const problems: unknown[] = [];
    for (const call of order) problems.push(...(await calls[call]()));
    expect(problems).not.toEqual([]);
    expect(emulator.objects().map(({ body }) => body)).toMatchObject([shown]);
    expect(methodsIn(emulator)).not.toContain("PUT");
  },
);

const problem = "minVersion must be absent while terminateAt is upstream";

it("minVersion of an edge whose TLS ends upstream is refused in a preview when state knows where TLS ends", async () => {
  const provider = await process.of("httpsEdgeTlsTermination");
  const state = { edgeId, terminateAt: "upstream" };
  await expect(provider.diff(edgeId, state, { edgeId, minVersion: "1.2" })).rejects.toThrow(
    problem,
  );
});

it("minVersion of an edge whose TLS ends upstream is refused before the PUT", async ({
  emulator,
}) => {
  emulator.configure({ terminateAt: "upstream" });
  emulator.edit(at("tls_termination"), {
    enabled: true,
    min_version: null,
    terminate_at: "upstream",
  });
  const provider = await process.of("httpsEdgeTlsTermination");
  await expect(provider.create({ edgeId, minVersion: "1.2" })).rejects.toThrow(problem);
  expect(methodsIn(emulator)).toEqual(["GET"]);
});

describe("the same module on a route and as a resource", () => {
  const oauth = { provider: { provider2: {} } };
  let routes: HostedProvider;
  let logins: HostedProvider;

  beforeEach(async () => {
    routes = await process.of("httpsEdgeRoute");
    logins = await process.of("httpsEdgeRouteOAuth");
  });

  /** A preview of a route that has got the module. */
  async function previewOfRoute() {
    await routes.check({ ...route, oauth });
    await routes.diff("route_1", route, { ...route, oauth });
  }

  it("is refused in a preview when the route exists", async () => {
    await previewOfRoute();
    expect(await logins.check({ edgeId, routeId: "route_1", ...oauth })).toEqual([
      "the module at /edges/https/edge_1/routes/route_1/oauth is already configured by a resource of type HttpsEdgeRoute: remove one of the two",
    ]);
  });

  it("is refused when the resource is created after its route", async () => {
    await routes.check({ ...route, oauth });
    const { id: routeId } = await routes.create({ ...route, oauth });
    expect(await logins.check({ edgeId, routeId, ...oauth })).toHaveLength(1);
  });

  it("is accepted if they are different modules", async () => {
    await previewOfRoute();
    const tokens = await process.of("httpsEdgeRouteJwtValidation");
    expect(await tokens.check({ edgeId, routeId: "route_1" })).toEqual([]);
  });

  it("is accepted in a refresh before the program runs, which reads the state of the last program", async () => {
    await routes.diff("route_1", route, { ...route, oauth });
    expect(await logins.check({ edgeId, routeId: "route_1", ...oauth })).toEqual([]);
  });
});

it("a module without arguments that a route gives up is configured again by its resource", async ({
  emulator,
}) => {
  const routes = await process.of("httpsEdgeRoute");
  // The run covers the module resource alone, as with --target.
  const limitedRun = await inProcessDynamic(emulator);
  const converters = await limitedRun.of("httpsEdgeRouteWebsocketTcpConverter");
  const withModule = { ...route, websocketTcpConverter: {} };
  const { id: routeId, outs } = await routes.create(withModule);
  const props = { edgeId, routeId };
  const { id, outs: state } = await converters.create(props);
  const laterRun = await inProcessDynamic(emulator);
  const laterRoutes = await laterRun.of("httpsEdgeRoute");
  await laterRoutes.check(route, withModule);
  await laterRoutes.diff(routeId, outs, route);
  await laterRoutes.update(routeId, outs, route);
  const laterConverters = await laterRun.of("httpsEdgeRouteWebsocketTcpConverter");
  await laterConverters.check(props, props);
  expect(await laterConverters.diff(id, state, props)).toMatchObject({ changes: true });
});
