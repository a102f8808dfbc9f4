import { expect } from "vitest";
import { withApi } from "./api";
import { known, sendRaw } from "./client";

/** Nothing of a body is stored otherwise than it was sent, unless the request is refused. */

const test = withApi().extend("route", ({ api }) => api.newRoute());

const config = (text: string) => `{"policy":{"inbound":{"actions":{"type":"t","config":${text}}}}}`;
const at = "policy.inbound.actions.config";
const refusal = (message: string) => ({ status: 400, body: { msg: expect.stringContaining(message) } });
const exactly = "is a number that cannot be kept exactly";

test.for([
  ['{"n":9007199254740993}', `${at}.n: ${exactly}`],
  ['{"n":123456789012345678901}', `${at}.n: ${exactly}`],
  ['{"n":[1,{"x":1e400}]}', `${at}.n.1.x: ${exactly}`],
  ['{"n":-1e400}', `${at}.n: ${exactly}`],
  ['{"n":1e-400}', `${at}.n: ${exactly}`],
  ['{"n":0.1234567890123456789}', `${at}.n: ${exactly}`],
  ['{"__proto__":{}}', `${at}.__proto__: cannot be the name of a member`],
  ['{"\\u005f_proto__":{}}', `${at}.__proto__: cannot be the name of a member`],
  ['{"a":{"__proto__":1}}', `${at}.a.__proto__: cannot be the name of a member`],
  [`{"a":${"[".repeat(100)}${"]".repeat(100)}}`, "is nested more than 100 levels deep"],
] as const)("%s in a configuration is refused by its path", async ([text, message], { api, route }) => {
  expect(await api.send("PATCH", route, config(text))).toMatchObject(refusal(message));
});

test("a body that is nested too deep for any walk is refused", async ({ api, route }) => {
  const answer = await api.send("PATCH", route, config(`${"[".repeat(200_000)}${"]".repeat(200_000)}`));
  expect(answer).toMatchObject(refusal("is nested more than 100 levels deep"));
});

test("a header with the name of a prototype is refused", async ({ api, route }) => {
  const body = '{"request_headers":{"add":{"\\u005f_proto__":"x","a":"b"}}}';
  expect(await api.send("PATCH", route, body)).toMatchObject(refusal("request_headers.add.__proto__"));
});

test.for([
  ["0", "-0", "1.0", "100e-2", "1E3", "0e999999", "0.1", "5e-324", "1.7976931348623157e308", "9007199254740992"],
  ['"__proto__"', '"\\ud800"', '"\\"}{"', '"\\\\"', '""', "null", "true", "[]", "{}"],
  ['{"constructor":1,"":2,"toString":[{"a":{"a":1}},{"a":1}]}', "[[1,2],[3]]", ' [ 1 ,\t{ "a" : 2 } ]\n'],
])("values are kept as they are: %s", async (values, { api, route }) => {
  for (const value of values) {
    const answer = await api.send("PATCH", route, config(`{"v":${value}}`));
    const kept = (answer.body as { policy: { inbound: { actions: { config: { v: unknown } } } } }).policy;
    expect([value, answer.status]).toEqual([value, 200]);
    expect(JSON.stringify(kept.inbound.actions.config.v)).toBe(JSON.stringify(JSON.parse(value)));
  }
});

test.for([
  ["is not UTF-8", Buffer.from('{"description":"caf\xe9"}', "latin1")],
  ["begins with a byte order mark", Buffer.from("\ufeff{}")],
  ["is not JSON", Buffer.from("{'a':1}")],
] as const)("a body that %s is refused", async ([what, body], { emulator }) => {
  const headers = known(emulator);
  const answer = await sendRaw(emulator, { method: "POST", path: "/ssh_certificate_authorities", headers, body });
  expect(answer).toMatchObject({ status: 400, body: { msg: `the body ${what}` } });
});

test("an admin request is refused for the same reasons", async ({ api, route }) => {
  const refused = await api.send("PATCH", `/_admin/objects?path=${route}`, '{"match":1e400}');
  expect(refused).toMatchObject({ status: 400, body: { msg: `match: ${exactly}` } });
});
