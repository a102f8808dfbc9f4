import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { Emulator } from "../../src/emulator";
import { cases } from "../cases";
import { withFaultProxy } from "../support/fixtures";
import { folderOfTests } from "../support/folders";
import { preload } from "../support/preload";
import { declare } from "../support/program";
import { expectNoSecretInClear } from "../support/secrets";
import { continueFromPrevious } from "../support/sequence";
import { failureText, TestStack } from "../support/stack";

/**
 * Faults and the death of the provider process under the real engine: what the user sees, and what the state keeps.
 *
 * Each test continues from the state of the previous test.
 */
continueFromPrevious();

const folder = folderOfTests();

const it = withFaultProxy({ options: { secrets: "masked" } }).extend(
  "stack",
  { scope: "file" },
  async ({ emulator, proxy }, { onCleanup }) => {
    const environment = {
      NODE_OPTIONS: preload("fast-clock", "announce-pid"),
      PROVIDER_PID_FILE: join(folder, "pid"),
    };
    const stack = await TestStack.create({ url: proxy.url, apiKey: emulator.apiKey }, environment);
    onCleanup(() => stack[Symbol.asyncDispose]());
    return stack;
  },
);

it.beforeEach(({ emulator, proxy }) => {
  emulator.clearFaults();
  proxy.clearFaults();
});

const destination = cases.find(({ type }) => type === "EventDestination")?.life.changed.args ?? {};

const program = (description: string) => async () => {
  declare("AgentIngress", "ingress", { domain: "a.example.com", description });
  declare("EventDestination", "audit", { ...destination, description });
  declare("HttpsEdgeRoute", "route", {
    edgeId: "edge_1",
    matchType: "exact_path",
    match: "/",
    description,
  });
  declare("TcpEdgeBackend", "backend", { edgeId: "edge_2", backendId: `bknd_${description}` });
};

const objectsOf = (emulator: Emulator) =>
  emulator.objects().filter(({ kind }) => kind !== "route_module");

it("the provider creates each object once, though each kind of request fails first", async ({
  emulator,
  proxy,
  stack,
}) => {
  proxy.addFault({ begins: "POST /agent_ingresses ", when: "after", ends: "reset" });
  emulator.addFault({ method: "POST", path: "/event_destinations", status: 503 });
  emulator.addFault({
    method: "POST",
    path: "/edges/https/{edge_id}/routes",
    status: 429,
    headers: { "Retry-After": "7" },
  });
  proxy.addFault({
    begins: "GET /edges/tcp/edge_2/backend ",
    when: "after",
    ends: "close",
    half: true,
  });
  emulator.addFault({ method: "PUT", path: "/edges/tcp/{id}/backend", when: "after", status: 502 });
  const { steps, text } = await stack.up(program("one"));
  expect(steps.map(({ op }) => op)).toEqual(["create", "create", "create", "create"]);
  expect(objectsOf(emulator)).toHaveLength(4);
  expect(text).toContain(
    "retrying POST /edges/https/edge_1/routes in 7 s: the service answered 429",
  );
  expect(text).toContain(
    "looking again for the object of POST /event_destinations in 60 s: the outcome is unknown",
  );
  expect((await stack.preview(program("one"))).steps).toEqual([]);
});

it("the provider keeps the result of a failed update, reports it, and converges with the next update", async ({
  emulator,
  stack,
}) => {
  emulator.addFault({ method: "PUT", when: "after", status: 500, times: "always" });
  expect(await failureText(stack.up(program("two")))).toMatch(
    /PUT \/edges\/tcp\/edge_2\/backend answered 500 \(request [\w-]+\): "planned fault"; the service has a problem; run the command again later \(after 9 attempts\)/,
  );
  emulator.clearFaults();
  // The update runs alone, because the engine starts no other update after a failure.
  emulator.addFault({ method: "PATCH", path: "/agent_ingresses/{id}", status: 403 });
  expect(await failureText(stack.up(program("three")))).toMatch(
    /PATCH \/agent_ingresses\/agin_\w+ answered 403/,
  );
  const { steps } = await stack.up(program("three"));
  expect(steps.map(({ op, name }) => `${op} ${name}`)).toContain("update ingress");
  expect((await stack.preview(program("three"))).steps).toEqual([]);
  expect(objectsOf(emulator)).toHaveLength(4);
});

it("the provider keeps a module that an attempt has created, though the next attempt was refused", async ({
  emulator,
  stack,
}) => {
  const withClients = async () => {
    await program("three")();
    declare("HttpsEdgeMutualTls", "clients", {
      edgeId: "edge_3",
      certificateAuthorityIds: ["ca_1"],
    });
  };
  const path = "/edges/https/{id}/mutual_tls";
  emulator.addFault({ method: "PUT", path, when: "after", status: 503 });
  emulator.addFault({ method: "PUT", path, status: 403 });
  const text = await failureText(stack.up(withClients));
  expect(text).toMatch(
    /PUT \/edges\/https\/edge_3\/mutual_tls answered 403 .*\(after 2 attempts\)/,
  );
  expect(text).toContain("/edges/https/edge_3 may serve without mutual_tls until that is fixed");
  const { steps } = await stack.up(program("three"));
  expect(steps.map(({ op, name }) => `${op} ${name}`)).toContain("delete clients");
  expect(objectsOf(emulator)).toHaveLength(4);
});

it("the provider leaves only the object behind whose response it did not receive, when its process is killed during a POST", async ({
  emulator,
  stack,
}) => {
  await stack.destroy();
  // It has no end, so that the process is killed before it, on however slow a machine.
  emulator.addFault({
    method: "POST",
    path: "/agent_ingresses",
    when: "after",
    delayMs: 3_600_000,
  });
  const others = async () => {
    const before = ["first", "second"].map((name) =>
      declare("EventDestination", name, { ...destination, description: name }),
    );
    return declare(
      "HttpsEdgeRoute",
      "third",
      { edgeId: "edge_1", matchType: "exact_path", match: "/" },
      { dependsOn: before },
    );
  };
  const all = async () => {
    declare(
      "AgentIngress",
      "killed",
      { domain: "killed.example.com" },
      { dependsOn: [await others()] },
    );
  };
  const isUnderWay = () =>
    emulator.requests().some(({ method, path }) => `${method} ${path}` === "POST /agent_ingresses");
  emulator.clearRequests();
  const up = failureText(stack.up(all));
  await expect.poll(isUnderWay, { timeout: 500_000, interval: 5 }).toBe(true);
  process.kill(Number(await readFile(join(folder, "pid"), "utf8")), "SIGKILL");
  await up;
  emulator.clearFaults();
  const known = new Set((await stack.ids()).values());
  expect(known.size).toBe(3);
  const orphans = objectsOf(emulator).filter(
    ({ path }) => !known.has(path.slice(path.lastIndexOf("/") + 1)),
  );
  expect(orphans.map(({ kind }) => kind)).toEqual(["agent_ingress"]);
  const { steps } = await stack.up(all);
  expect(steps.map(({ op, name }) => `${op} ${name}`)).toEqual(["create killed"]);
  expect(objectsOf(emulator)).toHaveLength(4 + orphans.length);
  expect((await stack.preview(all)).steps).toEqual([]);
  await stack.destroy();
  expect(objectsOf(emulator)).toEqual(orphans);
});

it("no operation of this file has shown a secret", ({ emulator, stack }) =>
  expectNoSecretInClear(stack, emulator));
