import { expect, test } from "vitest";
import { type Fault, startEmulator } from "../../src/emulator/index";
import { members, send } from "./client";

const ingress = { domain: "a.example" };
const latches = ["before", "after"] as const;

const lost: readonly Fault[] = [
  { reset: true },
  { truncate: "end" },
  { truncate: "reset" },
  { truncate: "end", status: 502, body: "<h1>Bad gateway</h1>", contentType: "text/html" },
];

test.each(latches.flatMap((when) => lost.map((fault) => ({ ...fault, when }))))(
  "an answer is lost, and the operation applied only after: %j",
  async (fault) => {
    await using emulator = await startEmulator();
    emulator.addFault({ ...fault, method: "post", path: "/agent_ingresses" });
    await expect(send(emulator, "POST", "/agent_ingresses", ingress)).rejects.toThrow();
    expect(emulator.objects()).toHaveLength(fault.when === "after" ? 1 : 0);
    expect(emulator.requests()).toHaveLength(1);
    expect(emulator.requests()[0]?.status === null).toBe(fault.reset === true);
    expect((await send(emulator, "POST", "/agent_ingresses", ingress)).status).toBe(201);
  },
);

test.each(latches)("a deletion is cut in its status line, %s it is applied", async (when) => {
  await using emulator = await startEmulator();
  const { id } = await members(emulator, "POST", "/agent_ingresses", ingress);
  emulator.addFault({ method: "DELETE", truncate: "reset", when });
  await expect(send(emulator, "DELETE", `/agent_ingresses/${id}`)).rejects.toThrow();
  expect(emulator.objects()).toHaveLength(when === "after" ? 0 : 1);
});

test.each([{ hang: true }, { truncate: "hang" }] as const)("an answer never ends: %j", async (fault) => {
  await using emulator = await startEmulator();
  emulator.addFault(fault);
  const headers = { Authorization: `Bearer ${emulator.apiKey}`, "Service-Version": "2" };
  const asked = fetch(`${emulator.url}/agent_ingresses`, { headers, signal: AbortSignal.timeout(100) });
  await expect(asked.then((answer) => answer.text())).rejects.toThrow(/timeout/);
});

test("a status comes with headers and a body of any type", async () => {
  await using emulator = await startEmulator();
  const body = "<h1>Busy</h1>";
  emulator.addFault({ status: 503, headers: { "Retry-After": "7" }, body, contentType: "text/html" });
  const answer = await send(emulator, "GET", "/agent_ingresses");
  expect([answer.status, answer.body]).toEqual([503, body]);
  expect([answer.headers.get("retry-after"), answer.headers.get("content-type")]).toEqual(["7", "text/html"]);
  expect(emulator.requests()).toMatchObject([{ status: 503 }]);
});

test("a failure after the operation hides that it was applied", async () => {
  await using emulator = await startEmulator();
  emulator.addFault({ method: "POST", when: "after", status: 500 });
  const answer = await send(emulator, "POST", "/agent_ingresses", ingress);
  expect(answer).toMatchObject({ status: 500, body: { error_code: "FAULT", status_code: 500 } });
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(emulator.objects()).toHaveLength(1);
});

test("a success can carry text that is not JSON, or JSON of another shape", async () => {
  await using emulator = await startEmulator();
  emulator.addFault({ when: "after", malformed: true });
  emulator.addFault({ when: "after", body: ["unexpected"] });
  const malformed = await send(emulator, "POST", "/agent_ingresses", ingress);
  expect([malformed.status, typeof malformed.body]).toEqual([201, "string"]);
  emulator.addFault({ method: "DELETE", when: "after", malformed: true });
  const wrong = await send(emulator, "POST", "/agent_ingresses", ingress);
  expect([wrong.status, wrong.body]).toEqual([201, ["unexpected"]]);
  const deleted = await send(emulator, "DELETE", String(emulator.objects()[0]?.path));
  expect([deleted.status, typeof deleted.body]).toEqual([200, "string"]);
});

test("a slow answer is whole", async () => {
  await using emulator = await startEmulator();
  const created = await members(emulator, "POST", "/agent_ingresses", ingress);
  emulator.addFault({ delayMs: 20 });
  emulator.addFault({ dripMs: 2, when: "after" });
  for (let count = 0; count < 2; count += 1) {
    const started = performance.now();
    expect(await members(emulator, "GET", `/agent_ingresses/${created.id}`)).toEqual(created);
    expect(performance.now() - started).toBeGreaterThan(15);
  }
});

test("a fault hits matching requests only, skips the first ones and ends", async () => {
  await using emulator = await startEmulator();
  emulator.addFault({ method: "GET", path: "/agent_ingresses/{id}", after: 1, times: 2, status: 429 });
  const statuses: number[] = [];
  for (const path of ["", "/x", "/y", "", "/z", "/x"]) {
    statuses.push((await send(emulator, "GET", `/agent_ingresses${path}`)).status);
  }
  expect(statuses).toEqual([200, 404, 429, 200, 429, 404]);
  expect(emulator.faults()).toMatchObject([{ matched: 4, struck: 2 }]);
});

test("a fault that always strikes ends when the faults are cleared", async () => {
  await using emulator = await startEmulator();
  emulator.addFault({ times: "always", status: 502 });
  for (let count = 0; count < 3; count += 1) {
    expect((await send(emulator, "GET", "/agent_ingresses")).status).toBe(502);
  }
  emulator.clearFaults();
  expect((await send(emulator, "GET", "/agent_ingresses")).status).toBe(200);
});

test("closing ends requests that a fault holds up", async () => {
  const emulator = await startEmulator();
  emulator.addFault({ delayMs: 60_000 });
  const held = send(emulator, "GET", "/agent_ingresses").catch(() => "closed");
  while (emulator.requests().length === 0) await new Promise((done) => setTimeout(done, 5));
  await emulator.close();
  expect(await held).toBe("closed");
});
