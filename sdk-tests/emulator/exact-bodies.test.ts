import { request as httpRequest } from "node:http";
import { expect } from "vitest";
import { withApi } from "./api";
import { known, sendRaw } from "./client";

/** Nothing of a body is stored otherwise than it was sent, unless the request is refused. */

const test = withApi().extend("route", ({ api }) => api.newRoute());

const config = (json: string) => `{"policy":{"inbound":{"actions":{"type":"t","config":${json}}}}}`;
const AT = "policy.inbound.actions.config";
const refusal = (message: string) => ({
  status: 400,
  body: { msg: expect.stringContaining(message) },
});

/** Configurations of a policy's action, as JSON, and why they are refused. */
const refused = [
  { json: '{"n":9007199254740993}', problem: "n: is a number that cannot be kept exactly" },
  { json: '{"n":123456789012345678901}', problem: "n: is a number that cannot be kept exactly" },
  { json: '{"n":[1,{"x":1e400}]}', problem: "n.1.x: is a number that cannot be kept exactly" },
  { json: '{"n":-1e400}', problem: "n: is a number that cannot be kept exactly" },
  { json: '{"n":1e-400}', problem: "n: is a number that cannot be kept exactly" },
  { json: '{"n":0.1234567890123456789}', problem: "n: is a number that cannot be kept exactly" },
  { json: '{"__proto__":{}}', problem: "__proto__: cannot be the name of a member" },
  { json: '{"\\u005f_proto__":{}}', problem: "__proto__: cannot be the name of a member" },
  { json: '{"a":{"__proto__":1}}', problem: "a.__proto__: cannot be the name of a member" },
];

/** Configurations with two members with the same name in an object. */
const repeated = ['{"a":1,"a":2}', '{"a":[{"b":1},{"b":{},"\\u0062":{}}]}'];

/** Values in a configuration, as JSON, that are kept as they are. */
const kept: readonly (readonly string[])[] = [
  [
    "0",
    "-0",
    "1.0",
    "100e-2",
    "1E3",
    "0e999999",
    "0.1",
    "5e-324",
    "1.7976931348623157e308",
    "9007199254740992",
  ],
  ['"__proto__"', '"\\ud800"', '"\\"}{"', '"\\\\"', '""', "null", "true", "[]", "{}"],
  [
    '{"constructor":1,"":2,"toString":[{"a":{"a":1}},{"a":1}]}',
    "[[1,2],[3]]",
    '[{"a":":"},{"a":"\\":","b:":1}]',
    ' [ 1 ,\t{ "a" : 2 } ]\n',
  ],
];

test.for(refused)(
  "$json in a configuration is refused by its path",
  async ({ json, problem }, { api, route }) => {
    expect(await api.send("PATCH", route, config(json))).toMatchObject(refusal(`${AT}.${problem}`));
  },
);

test.for(repeated)(
  "%s in a configuration is refused, since one of the values would get lost",
  async (json, { api, route }) => {
    const message = "the body has two members of one name in an object";
    expect(await api.send("PATCH", route, config(json))).toMatchObject(refusal(message));
  },
);

test("an empty body in chunks counts as no body", async ({ emulator, route }) => {
  const request = (method: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { ...known(emulator), "Transfer-Encoding": "chunked" };
      const sent = httpRequest(`${emulator.url}${route}`, { method, headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on("error", reject).end();
    });
  expect([await request("GET"), await request("DELETE")]).toEqual([200, 204]);
});

test("a configuration that is nested too deep is refused", async ({ api, route }) => {
  const deep = `{"a":${"[".repeat(100)}${"]".repeat(100)}}`;
  expect(await api.send("PATCH", route, config(deep))).toMatchObject(
    refusal("is nested more than 100 levels deep"),
  );
});

test("a body that is nested too deep for any walk is refused", async ({ api, route }) => {
  const answer = await api.send(
    "PATCH",
    route,
    config(`${"[".repeat(200_000)}${"]".repeat(200_000)}`),
  );
  expect(answer).toMatchObject(refusal("is nested more than 100 levels deep"));
});

test("a header with the name of a prototype is refused", async ({ api, route }) => {
  const body = '{"request_headers":{"add":{"\\u005f_proto__":"x","a":"b"}}}';
  expect(await api.send("PATCH", route, body)).toMatchObject(
    refusal("request_headers.add.__proto__"),
  );
});

test.for(kept)("values are kept as they are: %s", async (values, { api, route }) => {
  for (const value of values) {
    const answer = await api.send("PATCH", route, config(`{"v":${value}}`));
    const { policy } = answer.body as {
      policy: { inbound: { actions: { config: { v: unknown } } } };
    };
    expect([value, answer.status]).toEqual([value, 200]);
    expect(JSON.stringify(policy.inbound.actions.config.v)).toBe(JSON.stringify(JSON.parse(value)));
  }
});

test.for([
  ["is not UTF-8", Buffer.from('{"description":"caf\xe9"}', "latin1")],
  ["begins with a byte order mark", Buffer.from("\ufeff{}")],
  ["is not JSON", Buffer.from("{'a':1}")],
] as const)("a body that %s is refused", async ([what, body], { emulator }) => {
  const headers = known(emulator);
  const answer = await sendRaw(emulator, {
    method: "POST",
    path: "/ssh_certificate_authorities",
    headers,
    body,
  });
  expect(answer).toMatchObject({ status: 400, body: { msg: `the body ${what}` } });
});

test("an admin request is refused for the same reasons", async ({ api, route }) => {
  const answer = await api.send("PATCH", `/_admin/objects?path=${route}`, '{"match":1e400}');
  expect(answer).toMatchObject({
    status: 400,
    body: { msg: "match: is a number that cannot be kept exactly" },
  });
});
