import { once } from "node:events";
import { createServer } from "node:http";
import { expect } from "vitest";
import type { ConnectionFault } from "../support/connection-faults";
import { startFaultProxy } from "../support/fault-proxy";
import { scriptedServer } from "../support/server";
import { apiOf, withApi } from "./api";
import { known } from "./client";

const ingress = { domain: "a.example" };

/** Tests with a proxy in front of the server, and with requests through it. */
const test = withApi()
  .extend("proxy", { scope: "file" }, async ({ emulator }, { onCleanup }) => {
    const proxy = await startFaultProxy(emulator.url);
    onCleanup(() => proxy.close());
    return proxy;
  })
  .extend("far", { scope: "file" }, ({ emulator, proxy }) =>
    apiOf({ url: proxy.url, apiKey: emulator.apiKey }),
  )
  .extend(
    "ask",
    ({ emulator, proxy }) =>
      (path: string) =>
        fetch(`${proxy.url}${path}`, { headers: known(emulator) }),
  );
test.beforeEach(({ proxy }) => proxy.clearFaults());

test("half of an answer has the whole head and half of the body", async ({ api, proxy, ask }) => {
  const created = await api.members("POST", "/agent_ingresses", ingress);
  proxy.addFault({ when: "after", ends: "close", half: true });
  const answer = await ask(`/agent_ingresses/${created.id}`);
  expect(answer.status).toBe(200);
  const whole = JSON.stringify(created);
  expect(Number(answer.headers.get("content-length"))).toBe(whole.length);
  let text = "";
  const read = async () => {
    for await (const bytes of answer.body ?? []) text += Buffer.from(bytes).toString();
  };
  await expect(read()).rejects.toThrow(Error);
  expect(text).toBe(whole.slice(0, whole.length / 2));
});

test("an answer that drips is whole, and the connection serves the next request", async ({
  api,
  proxy,
  far,
}) => {
  const created = await api.members("POST", "/agent_ingresses", ingress);
  proxy.addFault({ when: "after", dripMs: 2 });
  const started = performance.now();
  const path = `/agent_ingresses/${created.id}`;
  expect(await far.members("GET", path)).toEqual(created);
  expect(performance.now() - started).toBeGreaterThan(25);
  expect(await far.members("GET", path)).toEqual(created);
  proxy.addFault({ begins: "DELETE ", when: "after", dripMs: 2 });
  expect(await far.status("DELETE", path)).toBe(204);
});

test("an answer in chunks drips and is cut as well", async () => {
  await using service = await scriptedServer((_, answer) => {
    answer.write("one ");
    setTimeout(() => answer.end("two"), 10);
  });
  await using way = await startFaultProxy(service.url);
  way.addFault({ when: "after", dripMs: 1 });
  way.addFault({ when: "after", ends: "reset", half: true });
  expect(await (await fetch(way.url)).text()).toBe("one two");
  await expect(fetch(way.url).then((answer) => answer.text())).rejects.toThrow();
});

test("a fault hits the requests that begin so, skips the first ones and ends", async ({
  proxy,
  far,
}) => {
  proxy.addFault({
    begins: "GET /agent_ingresses/",
    after: 1,
    times: 2,
    when: "before",
    ends: "reset",
  });
  const statuses: unknown[] = [];
  for (const path of ["", "/x", "/y", "", "/z", "/x"]) {
    statuses.push(await far.status("GET", `/agent_ingresses${path}`).catch(() => "lost"));
  }
  expect(statuses).toEqual([200, 404, "lost", 200, "lost", 404]);
});

test("a request that arrives in several parts is one request", async ({ proxy, far }) => {
  proxy.addFault({ after: 1, when: "before", ends: "reset" });
  const body = { ...ingress, metadata: "x".repeat(4_000) };
  expect(await far.status("POST", "/agent_ingresses", body)).toBe(201);
  await expect(far.send("GET", "/agent_ingresses")).rejects.toThrow();
});

test.for<[ConnectionFault, string]>([
  [{ when: "after" }, "either ends or dripMs"],
  [{ when: "after", ends: "close", dripMs: 1 }, "either ends or dripMs"],
  [{ when: "before", ends: "close", half: true }, "no answer to cut"],
  [{ when: "before", dripMs: 1 }, "no answer to cut"],
])("a fault whose members contradict each other is refused: %j", ([fault, message], { proxy }) => {
  expect(() => proxy.addFault(fault)).toThrow(message);
});

test("a proxy that is closed accepts no connection, and closing it again does nothing", async ({
  emulator,
}) => {
  const closed = await startFaultProxy(emulator.url);
  await apiOf({ url: closed.url, apiKey: emulator.apiKey }).members("GET", "/agent_ingresses");
  await Promise.all([closed.close(), closed.close()]);
  await closed.close();
  await expect(fetch(closed.url)).rejects.toThrow();
});

test("accept() fails if the port is taken, and does nothing if connections are accepted", async ({
  proxy,
  far,
}) => {
  await proxy.accept();
  await proxy.refuse();
  const { port } = new URL(proxy.url);
  const other = createServer().listen(Number(port), "127.0.0.1");
  await once(other, "listening");
  await expect(proxy.accept()).rejects.toThrow("EADDRINUSE");
  other.close();
  await once(other, "close");
  await proxy.accept();
  expect(await far.status("POST", "/agent_ingresses", ingress)).toBe(201);
});

test("accept() at once several times is once, and refuse() at the same time ends that", async ({
  proxy,
  far,
}) => {
  const { url } = proxy;
  await proxy.refuse();
  await Promise.all([proxy.accept(), proxy.accept(), proxy.accept()]);
  expect(proxy.url).toBe(url);
  await proxy.refuse();
  await expect(fetch(url)).rejects.toThrow();
  await Promise.all([proxy.accept(), proxy.refuse()]);
  await expect(fetch(url)).rejects.toThrow();
  await proxy.accept();
  expect(await far.status("POST", "/agent_ingresses", ingress)).toBe(201);
});
