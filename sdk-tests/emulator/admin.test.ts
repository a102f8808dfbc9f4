import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { withApi } from "./api";
import { sendRaw } from "./client";

const test = withApi();
const withoutKey = { headers: { Authorization: undefined, "Service-Version": undefined } };

test("the admin path offers the same verbs as JSON operations, without a key", async ({ emulator, api }) => {
  const admin = (method: string, path: string, body?: unknown) => api.send(method, `/_admin${path}`, body, withoutKey);
  const done = async (method: string, path: string, body?: unknown) =>
    expect((await admin(method, path, body)).status).toBe(204);
  const managed = { domain: "a.example", certificate_management_policy: { authority: "ca" } };
  const { id } = await api.members("POST", "/agent_ingresses", managed);
  const path = encodeURIComponent(await api.newRoute());

  expect((await admin("GET", "/requests")).body).toMatchObject([{ path: "/agent_ingresses" }, { status: 201 }]);
  await done("DELETE", "/requests");
  expect(emulator.requests()).toEqual([]);

  await done("PATCH", `/objects?path=${path}`, { match: "/changed" });
  const changed = [{ kind: "agent_ingress" }, { body: { match: "/changed" } }];
  expect((await admin("GET", "/objects")).body).toMatchObject(changed);
  await done("DELETE", `/objects?path=${path}`);
  expect((await admin("DELETE", `/objects?path=${path}`)).status).toBe(404);

  const job = { error_code: "DNS_ERROR" };
  await done("PUT", `/certificate-jobs/${id}`, job);
  expect(emulator.objects()[0]?.body).toMatchObject({ certificate_management_status: { provisioning_job: job } });
  await done("PUT", `/certificate-jobs/${id}`, "null");
  await done("POST", `/certificate-renewals/${id}`);
  expect(emulator.objects()[0]?.body).toMatchObject({ certificate_management_status: { provisioning_job: null } });

  await done("POST", "/faults", { status: 503 });
  expect((await admin("GET", "/faults")).body).toMatchObject([{ fault: { status: 503, times: 1 }, struck: 0 }]);
  await done("DELETE", "/faults");
  expect(emulator.faults()).toEqual([]);

  await done("PATCH", "/options", { pageSize: 7 });
  expect((await admin("GET", "/options")).body).toMatchObject({ pageSize: 7, errorBody: "json" });

  emulator.addFault({ times: "always", method: "DELETE", status: 503 });
  await done("POST", "/reset");
  expect([emulator.objects(), emulator.faults(), emulator.requests()]).toEqual([[], [], []]);
  expect(emulator.options()).toMatchObject({ pageSize: 7 });
});

test.for([
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
] as const)("a wrong admin request is refused: %s %s %j", async ([method, path, body, message], { api }) => {
  const answer = await api.send(method, `/_admin${path}`, body);
  expect(answer).toMatchObject({ status: 400, body: { msg: expect.stringContaining(message) } });
});

test("web pages are refused, wherever they come from", async ({ emulator }) => {
  for (const Origin of ["https://page.example", "null", emulator.url]) {
    expect((await sendRaw(emulator, { path: "/_admin/options", headers: { Origin } })).status).toBe(403);
  }
});

test("the admin path lists its operations", async ({ api }) => {
  const { status, body } = await api.send("GET", "/_admin", undefined, withoutKey);
  expect(status).toBe(200);
  const { operations } = body as { operations: string[] };
  expect(operations).toContain("PUT /_admin/certificate-jobs/{id}");
  const documented = [...readFileSync("docs/emulator.md", "utf8").matchAll(/^\| `([A-Z]+ \/_admin[^?[`]*)/gm)];
  expect(operations.sort()).toEqual(documented.map(([, operation]) => operation).sort());
});

test("an admin body has to be declared as JSON, and an unknown path is not the API's", async ({ emulator, api }) => {
  const headers = { "Content-Type": "text/plain" };
  expect(await api.status("POST", "/_admin/faults", { status: 503 }, { headers })).toBe(415);
  expect(await api.status("GET", "/_admin/nope")).toBe(404);
  expect(emulator.requests()).toEqual([]);
});
