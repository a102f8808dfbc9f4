import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startEmulator } from "../../src/emulator/index";
import { type Answer, members, newRoute, send, sendRaw } from "./client";

const withoutKey = { headers: { Authorization: undefined, "Service-Version": undefined } };

test("the admin path offers the same verbs as JSON operations, without a key", async () => {
  await using emulator = await startEmulator();
  const admin = (method: string, path: string, body?: unknown): Promise<Answer> =>
    send(emulator, method, `/_admin${path}`, body, withoutKey);
  const policy = { authority: "ca" };
  const created = await members(emulator, "POST", "/agent_ingresses", {
    domain: "a.example",
    certificate_management_policy: policy,
  });
  const route = await newRoute(emulator);
  const path = encodeURIComponent(route);

  expect((await admin("GET", "/requests")).body).toMatchObject([{ path: "/agent_ingresses" }, { status: 201 }]);
  expect((await admin("DELETE", "/requests")).status).toBe(204);
  expect(emulator.requests()).toEqual([]);

  expect((await admin("PATCH", `/objects?path=${path}`, { match: "/changed" })).status).toBe(204);
  expect((await admin("GET", "/objects")).body).toMatchObject([
    { kind: "agent_ingress" },
    { body: { match: "/changed" } },
  ]);
  expect((await admin("DELETE", `/objects?path=${path}`)).status).toBe(204);
  expect((await admin("DELETE", `/objects?path=${path}`)).status).toBe(404);

  const job = { error_code: "DNS_ERROR" };
  expect((await admin("PUT", `/certificate-jobs/${created.id}`, job)).status).toBe(204);
  expect(emulator.objects()[0]?.body).toMatchObject({ certificate_management_status: { provisioning_job: job } });
  expect((await admin("PUT", `/certificate-jobs/${created.id}`, "null")).status).toBe(204);
  expect((await admin("POST", `/certificate-renewals/${created.id}`)).status).toBe(204);
  expect(emulator.objects()[0]?.body).toMatchObject({ certificate_management_status: { provisioning_job: null } });

  expect((await admin("POST", "/faults", { status: 503 })).status).toBe(204);
  expect((await admin("GET", "/faults")).body).toMatchObject([{ fault: { status: 503, times: 1 }, struck: 0 }]);
  expect((await admin("DELETE", "/faults")).status).toBe(204);
  expect(emulator.faults()).toEqual([]);

  expect((await admin("PATCH", "/options", { pageSize: 7 })).status).toBe(204);
  expect((await admin("GET", "/options")).body).toMatchObject({ pageSize: 7, errorBody: "json" });

  emulator.addFault({ times: "always", method: "DELETE", status: 503 });
  expect((await admin("POST", "/reset")).status).toBe(204);
  expect([emulator.objects(), emulator.faults(), emulator.requests()]).toEqual([[], [], []]);
  expect(emulator.options()).toMatchObject({ pageSize: 7 });
});

test.each([
  ["POST", "/faults", { when: "before" }, "wrong fault"],
  ["POST", "/faults", { status: 99 }, "wrong fault: status"],
  ["POST", "/faults", { status: 503, headers: { "X-A": "a\nb" } }, "wrong fault: headers.X-A"],
  ["PATCH", "/options", { colour: 1 }, "wrong emulator option: colour"],
  ["PATCH", "/objects?path=/nope", {}, "there is no object at /nope"],
  ["PATCH", "/objects?path=/nope", [], "must be a JSON object"],
  ["PATCH", "/objects", {}, "needs a path"],
  ["PUT", "/certificate-jobs/agin_1", {}, "there is no agent ingress agin_1"],
  ["PUT", "/certificate-jobs/agin_1", { error_code: "X" }, "wrong job: error_code"],
  ["POST", "/faults", "{", "not JSON"],
])("a wrong admin request is refused: %s %s %j", async (method, path, body, message) => {
  await using emulator = await startEmulator();
  const answer = await send(emulator, method, `/_admin${path}`, body);
  expect(answer).toMatchObject({ status: 400, body: { msg: expect.stringContaining(message) } });
});

test("web pages are refused, wherever they come from", async () => {
  await using emulator = await startEmulator();
  for (const Origin of ["https://page.example", "null", emulator.url]) {
    expect((await sendRaw(emulator, { path: "/_admin/options", headers: { Origin } })).status).toBe(403);
  }
});

test("the admin path lists its operations", async () => {
  await using emulator = await startEmulator();
  const { status, body } = await send(emulator, "GET", "/_admin", undefined, withoutKey);
  expect(status).toBe(200);
  const { operations } = body as { operations: string[] };
  expect(operations).toContain("PUT /_admin/certificate-jobs/{id}");
  const documented = [...readFileSync("docs/emulator.md", "utf8").matchAll(/^\| `([A-Z]+ \/_admin[^?[`]*)/gm)];
  expect(operations.sort()).toEqual(documented.map(([, operation]) => operation).sort());
});

test("an admin body has to be declared as JSON, and an unknown admin path is not an API path", async () => {
  await using emulator = await startEmulator();
  const headers = { "Content-Type": "text/plain" };
  expect((await send(emulator, "POST", "/_admin/faults", { status: 503 }, { headers })).status).toBe(415);
  expect((await send(emulator, "GET", "/_admin/nope")).status).toBe(404);
  expect(emulator.requests()).toEqual([]);
});
