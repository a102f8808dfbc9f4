import { expect, it } from "vitest";
import type { Values } from "../../src/core/schema/values";
import { readResource } from "../../src/insight/engine/resource";
import { secretProblem, secretsIn } from "../../src/insight/policy/secrets";

/** Texts that repeat a secret, in each form in which a reader may take a text. */

const REPEATS = "repeats a secret of the stack";
const base64 = (text: string): string => Buffer.from(text).toString("base64");

it.each([
  { title: "a text repeats a secret as it is", text: "key canary-1", secret: "canary-1" },
  {
    title: "a text repeats a secret of the shortest length that cannot be in a text by chance",
    text: "key abcdef",
    secret: "abcdef",
  },
  {
    title: "a text repeats a secret with a code of JSON",
    text: "key can\\u0061ry-1",
    secret: "canary-1",
  },
  {
    title: "a text repeats a secret with a code of JSON in capital letters",
    text: "key canary\\u002D1",
    secret: "canary-1",
  },
  {
    title: "a text repeats a secret with several codes of JSON",
    text: "\\u0063\\u0061nary-1",
    secret: "canary-1",
  },
  {
    title: "a text repeats a secret with a line break of JSON",
    text: "canary\\nsecond",
    secret: "canary\nsecond",
  },
  {
    title: "a text repeats a secret with a quotation mark of JSON",
    text: 'can\\"ary',
    secret: 'can"ary',
  },
  { title: "a text repeats a secret with a slash of JSON", text: "can\\/ary", secret: "can/ary" },
  {
    title: "a text repeats a secret with a backslash of JSON",
    text: "can\\\\ary",
    secret: "can\\ary",
  },
  {
    title: "a text repeats a secret with a code of an address",
    text: "key=canary%2D1",
    secret: "canary-1",
  },
  {
    title: "a text repeats a secret with codes of an address that are a single letter",
    text: "key=can%C3%A4ry",
    secret: "canäry",
  },
  {
    title: "a text repeats a secret in base64",
    text: `key ${base64("canary-1")}`,
    secret: "canary-1",
  },
  {
    title: "a text repeats a secret in base64 with a single sign at its end",
    text: `key ${base64("canary-10")}; ${base64("canary-1")}`,
    secret: "canary-1",
  },
  {
    title: "a text repeats a secret in base64 with two signs at its end",
    text: `key ${base64("canary1")}`,
    secret: "canary1",
  },
  {
    title: "a text repeats a secret in the other alphabet of base64",
    text: `key ${Buffer.from("canary??>>").toString("base64url")}`,
    secret: "canary??>>",
  },
])("$title", ({ text, secret }) => {
  expect(secretProblem(text, ["another secret", secret])).toBe(REPEATS);
});

it.each([
  {
    title: "a text repeats no secret if it is shorter than what may be in a text by chance",
    text: "key abcde",
    secret: "abcde",
  },
  {
    title: "a text repeats no secret if it is a part of a longer word of base64",
    text: `key ${base64("canary")}`,
    secret: "canary-1",
  },
  {
    title: "a text repeats no secret if it has no text in it",
    text: "owner web",
    secret: "canary-1",
  },
])("$title", ({ text, secret }) => {
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
