import { expect, test } from "vitest";
import { startEmulator } from "../../src/emulator/index";
import { type Members, members, send } from "./client";

const now = () => new Date("2026-03-01T12:00:00Z");
const policy = { authority: "some-ca", private_key_type: "ecdsa" };

test("an agent ingress is created with every documented member", async () => {
  await using emulator = await startEmulator({ now });
  const answer = await send(emulator, "POST", "/agent_ingresses", {
    domain: "Example.com.",
    description: "d",
    metadata: "m",
    certificate_management_policy: { authority: "some-ca" },
  });
  expect(answer.status).toBe(201);
  const { id } = answer.body as { id: string };
  expect(id).toMatch(/^agin_[0-9A-Za-z]{27}$/);
  expect(answer.body).toEqual({
    id,
    uri: `/agent_ingresses/${id}`,
    created_at: "2026-03-01T12:00:00.000Z",
    description: "d",
    metadata: "m",
    domain: "Example.com.",
    ns_targets: expect.arrayContaining([expect.any(String)]),
    region_domains: expect.arrayContaining(["us.Example.com"]),
    certificate_management_policy: { authority: "some-ca", private_key_type: "rsa" },
    certificate_management_status: { renews_at: "2026-04-30T12:00:00.000Z", provisioning_job: null },
  });
  expect((await send(emulator, "GET", `/agent_ingresses/${id}`)).body).toEqual(answer.body);
});

test("an update leaves absent members alone and clears with null or an empty string", async () => {
  await using emulator = await startEmulator();
  const created = await members(emulator, "POST", "/agent_ingresses", {
    domain: "a.example",
    description: "d",
    metadata: "m",
    certificate_management_policy: policy,
  });
  const path = `/agent_ingresses/${created.id}`;
  expect(await members(emulator, "PATCH", path, {})).toEqual(created);
  const undescribed: Members = { ...created, description: null };
  expect(await members(emulator, "PATCH", path, { description: null })).toEqual(undescribed);
  expect(await members(emulator, "PATCH", path, { metadata: "" })).toEqual({ ...undescribed, metadata: "" });
  const { metadata: _metadata, ...cleared } = undescribed;
  expect(await members(emulator, "PATCH", path, { metadata: null })).toEqual(cleared);
});

test("a null policy disables certificate management and its status", async () => {
  await using emulator = await startEmulator();
  const body = { domain: "a.example", certificate_management_policy: policy };
  const { id } = await members(emulator, "POST", "/agent_ingresses", body);
  expect(
    await members(emulator, "PATCH", `/agent_ingresses/${id}`, { certificate_management_policy: null }),
  ).toMatchObject({ certificate_management_policy: null, certificate_management_status: null });
  const again = await members(emulator, "PATCH", `/agent_ingresses/${id}`, { certificate_management_policy: policy });
  expect(again).toMatchObject({ certificate_management_policy: policy, certificate_management_status: {} });
});

test("certificate jobs, both error codes and renewals are set out of band", async () => {
  await using emulator = await startEmulator({ now });
  const body = { domain: "a.example", certificate_management_policy: policy };
  const id = String((await members(emulator, "POST", "/agent_ingresses", body)).id);
  const status = async () => (await members(emulator, "GET", `/agent_ingresses/${id}`)).certificate_management_status;
  for (const error_code of ["DNS_ERROR", "INTERNAL_ERROR"] as const) {
    emulator.setCertificateJob(id, { error_code });
    expect(await status()).toMatchObject({
      provisioning_job: { error_code, msg: expect.any(String), started_at: now().toISOString() },
    });
  }
  emulator.setCertificateJob(id, { msg: "renewing" });
  expect(await status()).toMatchObject({ provisioning_job: { msg: "renewing" } });
  expect(JSON.stringify(await status())).not.toContain("error_code");
  emulator.renewCertificate(id);
  expect(await status()).toEqual({ renews_at: "2026-04-30T12:00:00.000Z", provisioning_job: null });
});

test("a job needs an ingress with a policy", async () => {
  await using emulator = await startEmulator();
  const { id } = await members(emulator, "POST", "/agent_ingresses", { domain: "a.example" });
  expect(() => emulator.setCertificateJob(String(id), {})).toThrow(/has no certificate management policy/);
  expect(() => emulator.setCertificateJob("agin_none", {})).toThrow(/there is no agent ingress/);
});

test("a deleted ingress is gone", async () => {
  await using emulator = await startEmulator();
  const { id } = await members(emulator, "POST", "/agent_ingresses", { domain: "a.example" });
  const deleted = await send(emulator, "DELETE", `/agent_ingresses/${id}`);
  expect([deleted.status, deleted.body]).toEqual([204, ""]);
  for (const [method, body] of [["GET"], ["PATCH", {}], ["DELETE"]] as const) {
    expect((await send(emulator, method, `/agent_ingresses/${id}`, body)).status).toBe(404);
  }
});
