import { describe, expect, it } from "vitest";
import { UNKNOWN, unwrapSecrets, wrapSecretForState } from "../../src/core/pulumi/engine-values";
import type { Table } from "../../src/core/schema/field";
import { items, nested } from "../../src/core/schema/row-types";
import {
  headers,
  json,
  list,
  object,
  objects,
  set,
  string,
  uint32,
} from "../../src/core/schema/rows";
import {
  addedMembersOfMarkedMaps,
  isRedacted,
  markedPaths,
  redactedSecretPaths,
  secretPathsOfResponse,
  secretTexts,
  withoutNewSecrets,
  withPlaceholders,
  withRepeatingOutputs,
  withSecrets,
  withUnknownSecrets,
} from "../../src/core/schema/secrets";
import type { Values } from "../../src/core/schema/values";

const table: Table = {
  token: string({ secret: true }),
  name: string(),
  tags: set(),
  added: headers(),
  inner: object(
    nested<{ password?: string; user?: string }>()({
      password: string({ secret: true }),
      user: string(),
    }),
  ),
};

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
  const { "4dabf18193072939515e22adb298388d": value, ...rest } = wrapSecretForState("t");
  expect(value).toBe("1b47061264138c4ac30d75fd1eb44270");
  expect(rest).toEqual({ plaintext: '"t"' });
  expect(withSecrets(table, { inner: { password: "t" } }, wrapSecretForState)).toEqual({
    inner: { password: wrapSecretForState("t") },
  });
});

it.each([undefined, null, "", UNKNOWN])("the engine does not wrap %j", (token) => {
  expect(withSecrets(table, { token, inner: token })).toEqual({ token, inner: token });
});

it("the engine names the texts of all secrets", () => {
  expect(secretTexts(table, values)).toEqual(["t", "p"]);
  expect(secretTexts(table, { inner: "x", name: "n" })).toEqual([]);
});

it("no message shows a text, a number or a name of a member that the program has marked, or an output that repeats it", () => {
  const item = items<{ label?: string; size?: number }>()({ label: string(), size: uint32() });
  const marked: Table = {
    ...table,
    size: uint32(),
    names: list(),
    parts: objects(item),
    shown: string({ output: true, repeats: ["names"] }),
  };
  const texts = (path: string, value: unknown) =>
    secretTexts(marked, { [path]: value, name: "n", shown: "s" }, [path]);
  expect(texts("size", 7)).toEqual(["7"]);
  expect(texts("names", ["a", "b", "a"])).toEqual(["a", "b", "s"]);
  // The names of rows come from the API. The names of a map's members, and names that the table does not know, come
  // from the program.
  expect(texts("parts", [{ label: "l", size: 1 }])).toEqual(["l", "1"]);
  expect(texts("inner", { user: "u", password: "p" })).toEqual(["u", "p"]);
  expect(texts("added", { "X-A": "1" })).toEqual(["X-A", "1"]);
  expect(texts("foreign", { a: [true, { b: 2 }] })).toEqual(["a", "b", "2"]);
  expect(texts("size", null)).toEqual([]);
});

it("a secret is masked if a response contains a text with three stars or more in its place", () => {
  expect([
    isRedacted("ab***"),
    isRedacted("ab**"),
    isRedacted(["***"]),
    isRedacted(undefined),
  ]).toEqual([true, false, false, false]);
  const shown = {
    token: "***",
    name: "***",
    inner: { password: "****", user: "***" },
    foreign: "***",
  };
  expect(redactedSecretPaths(table, shown)).toEqual(["token", "inner.password"]);
  expect(redactedSecretPaths(table, values)).toEqual([]);
});

it("missing values of an import are unknown: each secret that is required, or that an adjacent argument needs", () => {
  const needing: Table = {
    provider: string({ requiredWith: { secret: true } }),
    secret: string({ secret: true }),
    other: string({ secret: true }),
    login: object(
      nested<{ password: string; user?: string }>()({
        password: string({ required: true, secret: true }),
        user: string(),
      }),
    ),
    name: string({ required: true }),
  };
  const missingIn = (values: Values) => withUnknownSecrets(needing, values);
  expect(missingIn({ provider: "p", login: { user: "u" }, foreign: 1 })).toEqual({
    values: { provider: "p", secret: UNKNOWN, login: { user: "u", password: UNKNOWN }, foreign: 1 },
    missing: ["login.password", "secret"],
  });
  expect(missingIn({ other: "o", name: "n" })).toEqual({
    values: { other: "o", name: "n" },
    missing: [],
  });
  const whole = { provider: "p", secret: "s", login: { password: "p" } };
  expect(missingIn(whole)).toEqual({ values: whole, missing: [] });
});

it("the engine leaves out the secrets that a state does not have", () => {
  expect(withoutNewSecrets(table, values, { token: "t", inner: { password: "p" } })).toEqual(
    values,
  );
  const { token: _, ...others } = { ...values, inner: { user: "u" } };
  expect(withoutNewSecrets(table, values, { token: "old", inner: { password: "old" } })).toEqual(
    others,
  );
  expect(withoutNewSecrets(table, values, { inner: "gone" })).toEqual(others);
});

it("the engine completes what is to be sent with placeholders for required secrets, and for nothing else", () => {
  const login = nested<{ id: string; secret: string; other?: string }>()({
    id: string({ required: true }),
    secret: string({ required: true, secret: true }),
    other: string({ secret: true }),
  });
  const whole: Table = { login: object(login) };
  expect(withPlaceholders(whole, { login: { id: "a" } })).toEqual({
    login: { id: "a", secret: "unknown" },
  });
  expect(withPlaceholders(whole, { login: { id: "a", secret: "s" } })).toEqual({
    login: { id: "a", secret: "s" },
  });
  expect(withPlaceholders(login, {})).toEqual({ secret: "unknown" });
  expect(withPlaceholders(whole, { foreign: 1 })).toEqual({ foreign: 1 });
});

describe("in a map, a secret that the program has marked", () => {
  const inner = nested<{ added?: Record<string, string> }>()({ added: headers() });
  const mapped: Table = { added: headers(), config: json<object>(), inner: object(inner) };

  const marked = {
    added: { 'X-A.b["c"]': wrapped("a"), "X-B": "b" },
    config: { "d.e": { f: wrapped("g"), h: 1 }, list: [1, wrapped("i")], j: wrapped("") },
    inner: { added: wrapped("k") },
  };

  it("is known by a path with any name, and leaves the other members in plaintext", () => {
    const paths = markedPaths(mapped, marked);
    expect(paths).toEqual([
      'added["X-A.b[\\"c\\"]"]',
      'config["d.e"]["f"]',
      'config["list"]',
      'config["j"]',
      "inner.added",
    ]);
    expect(withSecrets(mapped, unwrapSecrets(marked) as Values, undefined, paths)).toEqual({
      ...marked,
      config: {
        "d.e": { f: wrapped("g"), h: 1 },
        list: { ...wrapped(""), value: [1, "i"] },
        j: "",
      },
    });
  });

  it("is not one if the table has it for a secret anyway, or does not know it", () => {
    expect(
      markedPaths(table, { token: wrapped("t"), foreign: wrapped("f"), name: wrapped("n") }),
    ).toEqual(["name"]);
  });

  it("stays secret when it is renamed", () => {
    const recorded = {
      added: { "X-A": "a", "X-B": "b" },
      config: { c: { d: "e" } },
      inner: { added: { "X-C": "c" } },
    };
    const values = {
      added: { "X-D": "a", "X-B": "b" },
      config: { c: { f: "e" }, g: "h" },
      inner: { added: { "X-E": "c" } },
    };
    expect(
      addedMembersOfMarkedMaps(
        mapped,
        ['added["X-A"]', 'config["c"]["d"]', "inner.added"],
        recorded,
        values,
      ),
    ).toEqual(['added["X-D"]', 'config["g"]', 'config["c"]["f"]', 'inner.added["X-E"]']);
    expect(
      addedMembersOfMarkedMaps(mapped, ["inner", "added[", 'config["\\x"]'], values, values),
    ).toEqual([]);
    expect(addedMembersOfMarkedMaps(mapped, [], recorded, values)).toEqual([]);
    // The names of rows are the API's.
    expect(
      addedMembersOfMarkedMaps(
        table,
        ["inner", "foreign"],
        { inner: {} },
        { inner: { user: "u" }, foreign: { a: 1 } },
      ),
    ).toEqual([]);
  });
});

describe("which values that the service has shown are secret", () => {
  const repeating: Table = {
    name: string(),
    added: headers(),
    shown: string({ output: true, repeats: ["name"] }),
  };

  it("is what the program marks, with the outputs that repeat it", () => {
    expect(
      secretPathsOfResponse(
        repeating,
        { name: "n", shown: "n" },
        { now: ["name"], before: [] },
        { name: "n" },
      ),
    ).toEqual({
      secretPaths: ["name", "shown"],
      addedSecretPaths: [],
    });
  });

  it("does not include a value whose mark the program has removed", () => {
    expect(
      secretPathsOfResponse(
        repeating,
        { name: "n", shown: "n" },
        { now: [], before: ["name"] },
        { name: "n" },
      ),
    ).toEqual({
      secretPaths: [],
      addedSecretPaths: [],
    });
  });

  it("is a member that the program did not state, in a map of which it marks or has marked another one", () => {
    const shown = { added: { "X-A": "a", "X-B": "b" } };
    const stated = { added: { "X-A": "a" } };
    for (const marks of [
      { now: ['added["X-A"]'], before: [] },
      { now: [], before: ['added["X-A"]'] },
    ])
      expect(secretPathsOfResponse(repeating, shown, marks, stated)).toEqual({
        secretPaths: [...marks.now, 'added["X-B"]'],
        addedSecretPaths: ['added["X-B"]'],
      });
  });
});

it("an output is marked if it repeats a marked argument, even if it also repeats unmarked arguments", () => {
  const repeating: Table = {
    name: string(),
    size: uint32(),
    label: string({ output: true, repeats: ["name", "size"] }),
    id: string({ output: true }),
  };
  expect(withRepeatingOutputs(repeating, ["name"])).toEqual(["name", "label"]);
  expect(withRepeatingOutputs(repeating, ["other"])).toEqual(["other"]);
  expect(withRepeatingOutputs(repeating, [])).toEqual([]);
});

it("a member added to a nested map with a marked member is found by its path", () => {
  const nestedMap: Table = {
    outer: object(nested<{ added?: Record<string, string> }>()({ added: headers() })),
  };
  const of = (added: Values) => ({ outer: { added } });
  const recorded = of({ A: "1" });
  expect(
    addedMembersOfMarkedMaps(nestedMap, ["outer.added.A"], recorded, of({ A: "1", B: "2" })),
  ).toEqual(['outer.added["B"]']);
});

it("in a document, only the member added to an object with a marked member is found", () => {
  const recorded = { document: { a: { b: 1 } } };
  const values = { document: { a: { b: 1, c: 2 } } };
  expect(
    addedMembersOfMarkedMaps({ document: json() }, ['document["a"]["b"]'], recorded, values),
  ).toEqual(['document["a"]["c"]']);
});
