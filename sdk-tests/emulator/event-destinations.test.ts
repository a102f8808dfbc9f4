import { expect, test } from "vitest";
import { startEmulator } from "../../src/emulator/index";
import { members, send } from "./client";

const path = "/event_destinations";
const role = { role: { role_arn: "arn:role" } };
const creds = { creds: { cloud_access_key_id: "id", cloud_secret_access_key: "hush" } };
const unused = { delivery_stream: null, data_stream: null, cloud_logs: null, monitoring: null };

test.each([
  [
    "delivery_stream",
    { auth: role, delivery_stream_arn: "arn:d" },
    { auth: { ...role, creds: null }, delivery_stream_arn: "arn:d" },
  ],
  ["data_stream", { auth: creds, stream_arn: "arn:s" }, { auth: { role: null, ...creds }, stream_arn: "arn:s" }],
  ["cloud_logs", { auth: role, log_group_arn: "arn:l" }, { auth: { ...role, creds: null }, log_group_arn: "arn:l" }],
  ["monitoring", { api_key: "hush", tags: "a:b" }, { api_key: "hush", tags: "a:b", service: null, site: null }],
])("a destination with the target %s shows the other targets as null", async (name, target, shown) => {
  await using emulator = await startEmulator();
  const created = await members(emulator, "POST", path, { format: "json", target: { [name]: target } });
  expect(created).toEqual({
    id: expect.stringMatching(/^evdst_[0-9A-Za-z]{27}$/),
    uri: `${emulator.url}${path}/${created.id}`,
    created_at: expect.any(String),
    description: null,
    metadata: null,
    format: "json",
    target: { ...unused, [name]: shown },
  });
  expect(await members(emulator, "GET", `${path}/${created.id}`)).toEqual(created);
});

test("a target in an update replaces the whole target, and an absent one is kept", async () => {
  await using emulator = await startEmulator();
  const created = await members(emulator, "POST", path, {
    format: "json",
    target: { monitoring: { api_key: "hush", site: "eu" } },
  });
  const one = `${path}/${created.id}`;
  expect(await members(emulator, "PATCH", one, { description: "d" })).toEqual({ ...created, description: "d" });
  const changed = await members(emulator, "PATCH", one, {
    format: "json",
    target: { monitoring: { api_key: "other" } },
  });
  expect(changed.target).toEqual({
    ...unused,
    monitoring: { api_key: "other", tags: null, service: null, site: null },
  });
  expect((await send(emulator, "DELETE", one)).status).toBe(204);
});
