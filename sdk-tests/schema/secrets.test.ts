import { expect, it } from "vitest";
import { fields, nested } from "../../src/schema/field";
import { headers, object, set, string } from "../../src/schema/rows";
import { ofState, secretsIn, withoutNewSecrets, withPlaceholders, withSecrets } from "../../src/schema/secrets";
import { UNKNOWN } from "../../src/schema/values";

interface Inner {
  password?: string;
  user?: string;
}

interface Args {
  token?: string;
  name?: string;
  tags?: string[];
  added?: Record<string, string>;
  inner?: Inner;
}

const inner = nested<Inner>()({ password: string({ secret: true }), user: string() });
const table = fields<Args>()({
  token: string({ secret: true }),
  name: string(),
  tags: set(),
  added: headers(),
  inner: object(inner),
});

const wrapped = (value: string) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  value,
});

const values = {
  token: "t",
  name: "n",
  tags: ["x"],
  added: { "X-A": "1" },
  inner: { password: "p", user: "u" },
  foreign: 1,
};

it("the engine wraps secrets, at any depth, and nothing else", () => {
  expect(withSecrets(table, values)).toEqual({
    ...values,
    token: wrapped("t"),
    inner: { password: wrapped("p"), user: "u" },
  });
});

it("the engine wraps a secret in the form of a state, as its JSON, where it is to be imported", () => {
  const { "4dabf18193072939515e22adb298388d": value, ...rest } = ofState("t");
  expect(value).toBe("1b47061264138c4ac30d75fd1eb44270");
  expect(rest).toEqual({ plaintext: '"t"' });
  expect(withSecrets(table, { inner: { password: "t" } }, ofState)).toEqual({ inner: { password: ofState("t") } });
});

it.each([undefined, null, "", UNKNOWN])("the engine does not wrap %j", (token) => {
  expect(withSecrets(table, { token, inner: token })).toEqual({ token, inner: token });
});

it("the engine names the texts of all secrets", () => {
  expect(secretsIn(table, values)).toEqual(["t", "p"]);
  expect(secretsIn(table, { token: 7, inner: "x", name: "n" })).toEqual([]);
});

it("the engine leaves out the secrets that a state does not have", () => {
  expect(withoutNewSecrets(table, values, { token: "t", inner: { password: "p" } })).toEqual(values);
  expect(withoutNewSecrets(table, values, { token: "old", inner: { password: "old" } })).toEqual({
    name: "n",
    tags: ["x"],
    added: { "X-A": "1" },
    inner: { user: "u" },
    foreign: 1,
  });
  expect(withoutNewSecrets(table, values, { inner: "gone" })).toEqual({
    name: "n",
    tags: ["x"],
    added: { "X-A": "1" },
    inner: { user: "u" },
    foreign: 1,
  });
});

it("the engine completes what is to be sent with placeholders for required secrets, and for nothing else", () => {
  const login = nested<{ id: string; secret: string; other?: string }>()({
    id: string({ required: true }),
    secret: string({ required: true, secret: true }),
    other: string({ secret: true }),
  });
  const whole = fields<{ login?: { id: string; secret: string } }>()({ login: object(login) });
  expect(withPlaceholders(whole, { login: { id: "a" } })).toEqual({ login: { id: "a", secret: "unknown" } });
  expect(withPlaceholders(whole, { login: { id: "a", secret: "s" } })).toEqual({ login: { id: "a", secret: "s" } });
  expect(withPlaceholders(login, {})).toEqual({ secret: "unknown" });
  expect(withPlaceholders(whole, {})).toEqual({});
});
