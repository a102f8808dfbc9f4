import { expect, it } from "vitest";
import { fields } from "../../src/engine/field";
import { object, set, string } from "../../src/engine/rows";
import { secretsIn, withoutNewSecrets, withSecrets } from "../../src/engine/secrets";
import { UNKNOWN } from "../../src/engine/values";

interface Inner {
  password?: string;
  user?: string;
}

interface Args {
  token?: string;
  name?: string;
  tags?: string[];
  inner?: Inner;
}

const inner = fields<Inner>()({ password: string({ secret: true }), user: string() });
const table = fields<Args>()({ token: string({ secret: true }), name: string(), tags: set(), inner: object(inner) });

const wrapped = (value: string) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  value,
});

const values = { token: "t", name: "n", tags: ["x"], inner: { password: "p", user: "u" }, foreign: 1 };

it("wraps secrets, at any depth, and nothing else", () => {
  expect(withSecrets(table, values)).toEqual({
    ...values,
    token: wrapped("t"),
    inner: { password: wrapped("p"), user: "u" },
  });
});

it.each([undefined, null, "", UNKNOWN])("does not wrap %j", (token) => {
  expect(withSecrets(table, { token, inner: token })).toEqual({ token, inner: token });
});

it("names the texts of all secrets", () => {
  expect(secretsIn(table, values)).toEqual(["t", "p"]);
  expect(secretsIn(table, { token: 7, inner: "x", name: "n" })).toEqual([]);
});

it("leaves out the secrets that a state does not have", () => {
  expect(withoutNewSecrets(table, values, { token: "t", inner: { password: "p" } })).toEqual(values);
  expect(withoutNewSecrets(table, values, { token: "old", inner: { password: "old" } })).toEqual({
    name: "n",
    tags: ["x"],
    inner: { user: "u" },
    foreign: 1,
  });
  expect(withoutNewSecrets(table, values, { inner: "gone" })).toEqual({
    name: "n",
    tags: ["x"],
    inner: { user: "u" },
    foreign: 1,
  });
});
