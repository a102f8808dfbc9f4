import { expect } from "vitest";
import type { Emulator, Fault } from "../../src/emulator";
import { SAMPLED_FORMS } from "../support/forms";
import { declare, inForm } from "../support/program";
import { continueFromPrevious } from "../support/sequence";
import { failureText, type StackFixtures, withStack } from "../support/stack";

/**
 * Tests of a gateway that responds with 404 during a run: no object is lost, created twice or left behind.
 *
 * Each test continues from the state of the previous test.
 */
continueFromPrevious();

const HTML = { body: "<html><body><h1>404 Not Found</h1></body></html>", contentType: "text/html" };
const JSON_BODY = { body: { message: "no Route matched with those values" } };

const it = withStack();

it.beforeAll(({ stack }) => stack.up(program()));

it.afterEach(({ emulator }) => emulator.clearFaults());

interface Changes {
  readonly description?: string;
  /** Names of resources to leave out, in both forms. */
  readonly without?: readonly string[];
}

/** Ten resources in each form. */
const program =
  ({ description = "one", without = [] }: Changes = {}) =>
  async () => {
    for (const form of SAMPLED_FORMS) inForm(form, () => declareAll(form, description, without));
  };

function declareAll(form: string, description: string, without: readonly string[]): void {
  for (const name of ["a", "b", "c", "d"])
    declare("AgentIngress", `${name}-${form}`, {
      domain: `${name}.${form}.example.com`,
      description,
    });
  for (const name of ["user", "host"])
    declare("SshCertificateAuthority", `${name}-${form}`, { description: name });
  const place = { edgeId: `edge_${form}`, matchType: "exact_path" };
  const route = declare("HttpsEdgeRoute", `route-${form}`, { ...place, match: "/r", description });
  if (!without.includes("route"))
    declare("HttpsEdgeRoute", `gone-${form}`, { ...place, match: "/g" });
  declare("HttpsEdgeRouteOAuth", `login-${form}`, { route, provider: { provider2: {} } });
  if (!without.includes("backend"))
    declare("TcpEdgeBackend", `backend-${form}`, { edgeId: `edge_${form}`, backendId: "b" });
}

/** The paths of the server's objects; a module of a route counts with its route. */
const pathsIn = (emulator: Emulator) =>
  emulator
    .objects()
    .map(({ path }) => path)
    .sort();

type Refusal = Pick<Fault, "method" | "times" | "after" | "body" | "contentType">;

/** Responds to requests to objects, and not to lists, like a gateway. */
function gateway(emulator: Emulator, paths: readonly string[], fault: Refusal): void {
  for (const path of paths) emulator.addFault({ status: 404, path, ...fault });
}

const LISTED = ["/agent_ingresses/{id}"];
/** Objects that no list shows. */
const UNLISTED = ["/edges/{kind}/{id}/backend", "/edges/https/{edge_id}/routes/{id}"];

/** Expects that the state and the server are unchanged, and that the program needs no change. */
async function expectNothingLost(
  { emulator, stack }: StackFixtures,
  run: () => Promise<unknown>,
  message: RegExp,
): Promise<void> {
  const before = { ids: await stack.ids(), paths: pathsIn(emulator) };
  emulator.clearRequests();
  expect(await failureText(run())).toMatch(message);
  expect({ ids: await stack.ids(), paths: pathsIn(emulator) }).toEqual(before);
  expect(emulator.requests().filter(({ method }) => method === "POST")).toEqual([]);
  emulator.clearFaults();
}

const NOT_OF_API = / answered 404, but the answer is not the API's: /;

it("a refresh keeps every resource while a gateway answers everything with 404 and a page", async ({
  emulator,
  stack,
}) => {
  expect((await stack.ids()).size).toBe(10 * SAMPLED_FORMS.length);
  emulator.addFault({ status: 404, ...HTML, times: "always" });
  await expectNothingLost({ emulator, stack }, () => stack.refresh(), NOT_OF_API);
  expect((await stack.preview(program(), { refresh: true })).steps).toEqual([]);
});

it("a refresh keeps every resource whose GET a gateway answers with 404, though the lists are answered", async ({
  emulator,
  stack,
}) => {
  gateway(emulator, LISTED, { ...HTML, method: "GET", times: 4, after: 1 });
  await expectNothingLost({ emulator, stack }, () => stack.refresh(), NOT_OF_API);
});

it("a refresh finds every object that no list shows, though a gateway answers some GETs with 404", async ({
  emulator,
  stack,
}) => {
  const before = await stack.ids();
  gateway(emulator, UNLISTED, { ...HTML, method: "GET", times: 4, after: 1 });
  await stack.refresh();
  expect(await stack.ids()).toEqual(before);
  emulator.clearFaults();
});

it("an up with a refresh makes nothing twice if a gateway answers GETs with 404 and JSON", async ({
  emulator,
  stack,
}) => {
  gateway(emulator, LISTED, { ...JSON_BODY, method: "GET", times: "always" });
  const run = () => stack.up(program(), { refresh: true });
  await expectNothingLost({ emulator, stack }, run, NOT_OF_API);
});

it("an update fails with the answer that is not the API's, and the next one sends the changes", async ({
  emulator,
  stack,
}) => {
  gateway(emulator, [...LISTED, ...UNLISTED], { ...HTML, method: "PATCH", times: "always" });
  const run = () => stack.up(program({ description: "two" }));
  await expectNothingLost({ emulator, stack }, run, /PATCH \S+ answered 404, but the answer is/);
  await stack.up(program({ description: "two" }));
  expect(emulator.objects().filter(({ body }) => body.description === "two")).toHaveLength(
    5 * SAMPLED_FORMS.length,
  );
});

it("an up that deletes each backend keeps it in the state until the API deletes it", async ({
  emulator,
  stack,
}) => {
  const changed = program({ description: "two", without: ["backend"] });
  const before = pathsIn(emulator).length;
  gateway(emulator, UNLISTED, { ...HTML, method: "DELETE", times: "always" });
  const run = () => stack.up(changed);
  await expectNothingLost(
    { emulator, stack },
    run,
    /DELETE \S+ answered 404, but the answer is not the API's/,
  );
  await stack.up(changed);
  expect((await stack.ids()).size).toBe(9 * SAMPLED_FORMS.length);
  expect(pathsIn(emulator)).toHaveLength(before - SAMPLED_FORMS.length);
});

it("an up that deletes each route sends the deletion again if a gateway answers the first with 404", async ({
  emulator,
  stack,
}) => {
  const before = pathsIn(emulator).length;
  gateway(emulator, UNLISTED, { ...JSON_BODY, method: "DELETE", times: 1 });
  await stack.up(program({ description: "two", without: ["backend", "route"] }));
  expect((await stack.ids()).size).toBe(8 * SAMPLED_FORMS.length);
  expect(pathsIn(emulator)).toHaveLength(before - SAMPLED_FORMS.length);
});

it("an update that a cache answers with the old object is a warning, and the next one sends it again", async ({
  emulator,
  stack,
}) => {
  const changed = program({ description: "three", without: ["backend", "route"] });
  for (const { path, body } of emulator.objects())
    if (/^a\./.test(String(body.domain)))
      emulator.addFault({ method: "PATCH", path, status: 200, body });
  const { text } = await stack.up(changed);
  const warnings = text.match(
    /AgentIngress agin_\w+: the service accepted the request, but shows description differently/g,
  );
  expect(new Set(warnings).size).toBe(SAMPLED_FORMS.length);
  expect((await stack.preview(changed)).steps).toHaveLength(SAMPLED_FORMS.length);
  await stack.up(changed);
  expect(emulator.objects().filter(({ body }) => body.description === "three")).toHaveLength(
    5 * SAMPLED_FORMS.length,
  );
  expect((await stack.preview(changed)).steps).toEqual([]);
});
