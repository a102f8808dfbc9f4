import { expect } from "vitest";
import { withApi } from "./api";
import type { Members } from "./client";

const now = () => new Date("2026-03-01T12:00:00Z");
const policy = { authority: "some-ca", private_key_type: "ecdsa" };
const managed = { domain: "a.example", certificate_management_policy: policy };
const test = withApi({ now });

test("an agent ingress is created with every documented member", async ({ api }) => {
  const body = { domain: "Example.com.", description: "d", metadata: "m" };
  const written = { ...body, certificate_management_policy: { authority: "some-ca" } };
  const { status, body: created } = await api.send("POST", "/agent_ingresses", written);
  expect(status).toBe(201);
  const { id } = created as { id: string };
  expect(id).toMatch(/^agin_[0-9A-Za-z]{27}$/);
  expect(created).toEqual({
    ...body,
    id,
    uri: `/agent_ingresses/${id}`,
    created_at: "2026-03-01T12:00:00.000Z",
    ns_targets: expect.arrayContaining([expect.any(String)]),
    region_domains: expect.arrayContaining(["us.Example.com"]),
    certificate_management_policy: { authority: "some-ca", private_key_type: "rsa" },
    certificate_management_status: { renews_at: "2026-04-30T12:00:00.000Z", provisioning_job: null },
  });
  expect(await api.members("GET", `/agent_ingresses/${id}`)).toEqual(created);
});

test("an update leaves absent members alone and clears with null or an empty string", async ({ api }) => {
  const created = await api.members("POST", "/agent_ingresses", { ...managed, description: "d", metadata: "m" });
  const path = `/agent_ingresses/${created.id}`;
  expect(await api.members("PATCH", path, {})).toEqual(created);
  const undescribed: Members = { ...created, description: null };
  expect(await api.members("PATCH", path, { description: null })).toEqual(undescribed);
  expect(await api.members("PATCH", path, { metadata: "" })).toEqual({ ...undescribed, metadata: "" });
  const { metadata: _metadata, ...cleared } = undescribed;
  expect(await api.members("PATCH", path, { metadata: null })).toEqual(cleared);
});

test("a null policy disables certificate management and its status", async ({ api }) => {
  const path = `/agent_ingresses/${(await api.members("POST", "/agent_ingresses", managed)).id}`;
  const none = { certificate_management_policy: null };
  expect(await api.members("PATCH", path, none)).toMatchObject({ ...none, certificate_management_status: null });
  const again = await api.members("PATCH", path, { certificate_management_policy: policy });
  expect(again).toMatchObject({ certificate_management_policy: policy, certificate_management_status: {} });
});

test("certificate jobs, both error codes and renewals are set out of band", async ({ emulator, api }) => {
  const id = String((await api.members("POST", "/agent_ingresses", managed)).id);
  const status = async () => (await api.members("GET", `/agent_ingresses/${id}`)).certificate_management_status;
  for (const error_code of ["DNS_ERROR", "INTERNAL_ERROR"] as const) {
    emulator.setCertificateJob(id, { error_code });
    const job = { error_code, msg: expect.any(String), started_at: now().toISOString() };
    expect(await status()).toMatchObject({ provisioning_job: job });
  }
  emulator.setCertificateJob(id, { msg: "renewing" });
  expect(await status()).toMatchObject({ provisioning_job: { msg: "renewing" } });
  expect(JSON.stringify(await status())).not.toContain("error_code");
  emulator.renewCertificate(id);
  expect(await status()).toEqual({ renews_at: "2026-04-30T12:00:00.000Z", provisioning_job: null });
});

test("a job needs an ingress with a policy", async ({ emulator, api }) => {
  const { id } = await api.members("POST", "/agent_ingresses", { domain: "a.example" });
  expect(() => emulator.setCertificateJob(String(id), {})).toThrow(/has no certificate management policy/);
  expect(() => emulator.setCertificateJob("agin_none", {})).toThrow(/there is no agent ingress/);
});

test("a deleted ingress is gone", async ({ api }) => {
  const { id } = await api.members("POST", "/agent_ingresses", { domain: "a.example" });
  const path = `/agent_ingresses/${id}`;
  expect(await api.send("DELETE", path)).toMatchObject({ status: 204, body: "" });
  for (const [method, body] of [["GET"], ["PATCH", {}], ["DELETE"]] as const) {
    expect(await api.status(method, path, body)).toBe(404);
  }
});
