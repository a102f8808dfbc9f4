import { describe, expect, it } from "vitest";
import { UNKNOWN, wrapSecretForEngine } from "../../src/core/pulumi/engine-values";
import type { Row } from "../../src/core/schema/field";
import { items } from "../../src/core/schema/row-types";
import { headers, json, list, object, string } from "../../src/core/schema/rows";
import {
  markablePath,
  replacedTexts,
  undescribedSecrets,
  withoutNames,
  withReplacements,
} from "../../src/core/schema/undescribed-secrets";

const CREDENTIAL = "Bearer abcdef123456";
const RANDOM = "Zm9vYmFyQmF6MTIzNDU2Nzg5MGFi";

const item = items<{ text?: string }>()({ text: string() });

const table: Readonly<Record<string, Row>> = {
  text: string(),
  note: string({ freeText: true }),
  secret: string({ secret: true }),
  output: string({ output: true }),
  list: list(),
  headers: headers(),
  config: json(),
  object: object(item),
};

const foundIn = (values: Readonly<Record<string, unknown>>) =>
  undescribedSecrets(table, values).map(({ path, names, text }) => ({ path, names, text }));

describe("a credential is found", () => {
  it.each([
    { values: { text: CREDENTIAL }, path: "text", names: ["text"] },
    { values: { list: ["a", CREDENTIAL] }, path: "list[1]", names: ["list"] },
    {
      values: { headers: { "x-note": CREDENTIAL } },
      path: 'headers["x-note"]',
      names: ["headers", "x-note"],
    },
    { values: { object: { text: CREDENTIAL } }, path: "object.text", names: ["object", "text"] },
    // A program may pass an object where the API has a text.
    { values: { text: { a: CREDENTIAL } }, path: 'text["a"]', names: ["text", "a"] },
  ])("at $path", ({ values, path, names }) => {
    expect(foundIn(values)).toEqual([{ path, names, text: CREDENTIAL }]);
  });

  it("in each of several arguments", () => {
    expect(foundIn({ text: CREDENTIAL, list: [CREDENTIAL] }).map(({ path }) => path)).toEqual([
      "text",
      "list[0]",
    ]);
  });

  it("in prose that looks random, where another text may be an id", () => {
    expect(foundIn({ text: RANDOM, note: RANDOM })).toEqual([
      { path: "note", names: ["note"], text: RANDOM },
    ]);
  });
});

it.each([
  ["a documented secret", { secret: CREDENTIAL }],
  ["an output", { output: CREDENTIAL }],
  ["an argument that the table lacks", { other: CREDENTIAL }],
  ["an argument with the name of a method of every object", { toString: CREDENTIAL }],
  ["an object that the program has marked", { object: wrapSecretForEngine({ text: CREDENTIAL }) }],
  ["a text in place of an object", { object: CREDENTIAL }],
  ["a value that is not known yet", { config: { password: UNKNOWN } }],
  ["a number", { text: 7 }],
  ["an absent argument", { text: undefined, list: null }],
])("no credential is found in %s", (_title, values) => {
  expect(foundIn(values)).toEqual([]);
});

it("a secret is left out if a name in its path is declared as plaintext, in any letter case", () => {
  const secrets = undescribedSecrets(table, {
    text: CREDENTIAL,
    headers: { "X-Note": CREDENTIAL },
  });
  const paths = (names: readonly string[]) =>
    withoutNames(secrets, new Set(names)).map(({ path }) => path);
  expect(paths([])).toEqual(["text", 'headers["X-Note"]']);
  expect(paths(["x-note"])).toEqual(["text"]);
  expect(paths(["headers", "text"])).toEqual([]);
});

describe("texts are replaced by their paths", () => {
  it("in arguments, also inside lists and maps", () => {
    const replacements = new Map<string, unknown>([
      ["text", "A"],
      ["list[1]", "B"],
      ["object.text", "C"],
    ]);
    const values = { text: "a", list: ["x", "b"], object: { text: "c" }, note: "n" };
    expect(withReplacements(table, values, replacements)).toEqual({
      text: "A",
      list: ["x", "B"],
      object: { text: "C" },
      note: "n",
    });
  });

  it("in a value", () => {
    const replacements = new Map([['config["a"][0]["b"]', "B"]]);
    expect(replacedTexts({ a: [{ b: "b", c: 1 }] }, "config", replacements)).toEqual({
      a: [{ b: "B", c: 1 }],
    });
    expect(replacedTexts("a", "config", new Map([["config", "A"]]))).toBe("A");
    expect(replacedTexts(7, "config", replacements)).toBe(7);
    const date = new Date(0);
    expect(replacedTexts(date, "config", replacements)).toBe(date);
  });
});

it.each([
  ["list[12]", "list"],
  ['config["a"][0]["b"]\nc', 'config["a"]'],
  ['headers["x-note"]', 'headers["x-note"]'],
  ["text", "text"],
])("the path %j is marked as %j", (path, marked) => {
  expect(markablePath(path)).toBe(marked);
});
