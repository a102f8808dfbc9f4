import { expect } from "vitest";
import { startEmulator } from "../../src/emulator/index";
import { withApi } from "./api";
import { send } from "./client";

const test = withApi();
const ingress = { domain: "a.example" };

test("a status comes with headers and a body of any type", async ({ emulator, api }) => {
  const body = "<h1>Busy</h1>";
  emulator.addFault({ status: 503, headers: { "Retry-After": "7" }, body, contentType: "text/html" });
  const answer = await api.send("GET", "/agent_ingresses");
  expect([answer.status, answer.body]).toEqual([503, body]);
  expect([answer.headers.get("retry-after"), answer.headers.get("content-type")]).toEqual(["7", "text/html"]);
  expect(emulator.requests()).toMatchObject([{ status: 503 }]);
});

test("a failure after the operation hides that it was applied", async ({ emulator, api }) => {
  emulator.addFault({ method: "POST", when: "after", status: 500 });
  const answer = await api.send("POST", "/agent_ingresses", ingress);
  expect(answer).toMatchObject({ status: 500, body: { error_code: "FAULT", status_code: 500 } });
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(emulator.objects()).toHaveLength(1);
});

test("a success can carry text that is not JSON, or JSON of another shape", async ({ emulator, api }) => {
  emulator.addFault({ when: "after", malformed: true });
  emulator.addFault({ when: "after", body: ["unexpected"] });
  const malformed = await api.send("POST", "/agent_ingresses", ingress);
  expect([malformed.status, typeof malformed.body]).toEqual([201, "string"]);
  emulator.addFault({ method: "DELETE", when: "after", malformed: true });
  const wrong = await api.send("POST", "/agent_ingresses", ingress);
  expect([wrong.status, wrong.body]).toEqual([201, ["unexpected"]]);
  const deleted = await api.send("DELETE", String(emulator.objects()[0]?.path));
  expect([deleted.status, typeof deleted.body]).toEqual([200, "string"]);
});

test("a slow answer is whole", async ({ emulator, api }) => {
  const created = await api.members("POST", "/agent_ingresses", ingress);
  emulator.addFault({ delayMs: 20 });
  const started = performance.now();
  expect(await api.members("GET", `/agent_ingresses/${created.id}`)).toEqual(created);
  expect(performance.now() - started).toBeGreaterThan(15);
});

test("a delay that is too long for a timer is refused", ({ emulator }) => {
  expect(() => emulator.addFault({ delayMs: 2 ** 31 })).toThrow("delayMs");
});

test.for([{ reset: true }, { hang: true }, { truncate: "end" }, { dripMs: 1 }])(
  "what happens below HTTP is no fault of the server: %j",
  (fault, { emulator }) => {
    expect(() => emulator.addFault(fault as object)).toThrow(/wrong fault: .*not a known member/);
  },
);

test("a fault hits matching requests only, skips the first ones and ends", async ({ emulator, api }) => {
  emulator.addFault({ method: "GET", path: "/agent_ingresses/{id}", after: 1, times: 2, status: 429 });
  const statuses: number[] = [];
  for (const path of ["", "/x", "/y", "", "/z", "/x"])
    statuses.push(await api.status("GET", `/agent_ingresses${path}`));
  expect(statuses).toEqual([200, 404, 429, 200, 429, 404]);
  expect(emulator.faults()).toMatchObject([{ matched: 4, struck: 2 }]);
});

test("a fault that always strikes ends when the faults are cleared", async ({ emulator, api }) => {
  emulator.addFault({ times: "always", status: 502 });
  for (let count = 0; count < 3; count += 1) expect(await api.status("GET", "/agent_ingresses")).toBe(502);
  emulator.clearFaults();
  expect(await api.status("GET", "/agent_ingresses")).toBe(200);
});

test("closing ends requests that a fault holds up", async () => {
  const emulator = await startEmulator();
  emulator.addFault({ delayMs: 60_000 });
  const held = send(emulator, "GET", "/agent_ingresses").catch(() => "closed");
  while (emulator.requests().length === 0) await new Promise((done) => setTimeout(done, 5));
  await emulator.close();
  expect(await held).toBe("closed");
});
