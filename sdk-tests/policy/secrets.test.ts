import { expect, it } from "vitest";
import type { Values } from "../../src/core/schema/values";
import { readResource } from "../../src/insight/engine/resource";
import { secretProblem, secretsIn } from "../../src/insight/policy/secrets";

/** Texts that repeat a secret, in each form in which a reader may take a text. */

const REPEATS = "repeats a secret of the stack";
const base64 = (text: string): string => Buffer.from(text).toString("base64");

it.each([
  ["as it is", "key canary-1", "canary-1"],
  ["of the shortest length that cannot be in a text by chance", "key abcdef", "abcdef"],
  ["with a code of JSON", "key can\\u0061ry-1", "canary-1"],
  ["with a code of JSON in capital letters", "key canary\\u002D1", "canary-1"],
  ["with several codes of JSON", "\\u0063\\u0061nary-1", "canary-1"],
  ["with a line break of JSON", "canary\\nsecond", "canary\nsecond"],
  ["with a quotation mark of JSON", 'can\\"ary', 'can"ary'],
  ["with a slash of JSON", "can\\/ary", "can/ary"],
  ["with a backslash of JSON", "can\\\\ary", "can\\ary"],
  ["with a code of an address", "key=canary%2D1", "canary-1"],
  ["with codes of an address that are a single letter", "key=can%C3%A4ry", "canäry"],
  ["in base64", `key ${base64("canary-1")}`, "canary-1"],
  [
    "in base64 with a single sign at its end",
    `key ${base64("canary-10")}; ${base64("canary-1")}`,
    "canary-1",
  ],
  ["in base64 with two signs at its end", `key ${base64("canary1")}`, "canary1"],
  [
    "in the other alphabet of base64",
    `key ${Buffer.from("canary??>>").toString("base64url")}`,
    "canary??>>",
  ],
])("a text repeats a secret %s", (_, text, secret) => {
  expect(secretProblem(text, ["another secret", secret])).toBe(REPEATS);
});

it.each([
  ["is shorter than what may be in a text by chance", "key abcde", "abcde"],
  ["is a part of a longer word of base64", `key ${base64("canary")}`, "canary-1"],
  ["has no text in it", "owner web", "canary-1"],
])("a text repeats no secret if it %s", (_, text, secret) => {
  expect(secretProblem(text, [secret])).toBeUndefined();
});

it("a credential is found in each form of a text, and prose has none", () => {
  const problem = "looks as if it has a secret";
  expect(secretProblem("password: swordfish", [])).toBe(problem);
  expect(secretProblem(base64('{"password":"swordfish"}'), [])).toBe(problem);
  expect(secretProblem("password%3A%20swordfish", [])).toBe(problem);
  expect(secretProblem("the password is kept elsewhere", [])).toBeUndefined();
});

const stored = (type: string, inputs: Values) =>
  readResource(`urn:pulumi:dev::project::edge-ingress:index:${type}::made`, { inputs });

it("the secrets of a stack are the texts of arguments that are always secret, at any depth, and nothing else", () => {
  const resources = [
    stored("EventDestination", { format: "json", target: { monitoring: { apiKey: "canary-1" } } }),
    stored("HttpsEdgeRoute", { match: "/", oidc: { clientId: "web", clientSecret: "canary-2" } }),
    stored("HttpsEdgeRouteOidc", { clientSecret: 7 }),
    readResource("urn:pulumi:dev::project::pulumi:pulumi:Stack::project-dev", {
      inputs: { clientSecret: "canary-3" },
    }),
  ];
  expect(secretsIn(resources)).toEqual(["canary-1", "canary-2"]);
});
