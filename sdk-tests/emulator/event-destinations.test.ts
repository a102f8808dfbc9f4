import { expect } from "vitest";
import { withApi } from "./api";

const test = withApi();
const path = "/event_destinations";
const role = { role: { role_arn: "arn:role" } };
const creds = { creds: { cloud_access_key_id: "id", cloud_secret_access_key: "hush" } };
const unused = { delivery_stream: null, data_stream: null, cloud_logs: null, monitoring: null };

/** Targets, and the members that answers show beside those of the target. */
const targets = [
  ["delivery_stream", { auth: role, delivery_stream_arn: "arn:d" }, { auth: { ...role, creds: null } }],
  ["data_stream", { auth: creds, stream_arn: "arn:s" }, { auth: { role: null, ...creds } }],
  ["cloud_logs", { auth: role, log_group_arn: "arn:l" }, { auth: { ...role, creds: null } }],
  ["monitoring", { api_key: "hush", tags: "a:b" }, { service: null, site: null }],
] as const;

test.for(targets)(
  "a destination with the target %s shows the other targets as null",
  async ([name, target, shown], { emulator, api }) => {
    const created = await api.members("POST", path, { format: "json", target: { [name]: target } });
    expect(created).toEqual({
      id: expect.stringMatching(/^evdst_[0-9A-Za-z]{27}$/),
      uri: `${emulator.url}${path}/${created.id}`,
      created_at: expect.any(String),
      description: null,
      metadata: null,
      format: "json",
      target: { ...unused, [name]: { ...target, ...shown } },
    });
    expect(await api.members("GET", `${path}/${created.id}`)).toEqual(created);
  },
);

test("a target in an update replaces the whole target, and an absent one is kept", async ({ api }) => {
  const target = { monitoring: { api_key: "hush", site: "eu" } };
  const created = await api.members("POST", path, { format: "json", target });
  const one = `${path}/${created.id}`;
  expect(await api.members("PATCH", one, { description: "d" })).toEqual({ ...created, description: "d" });
  const changed = await api.members("PATCH", one, { format: "json", target: { monitoring: { api_key: "other" } } });
  const monitoring = { api_key: "other", tags: null, service: null, site: null };
  expect(changed.target).toEqual({ ...unused, monitoring });
  expect(await api.status("DELETE", one)).toBe(204);
});
