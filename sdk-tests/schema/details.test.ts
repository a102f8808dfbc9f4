import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffOf } from "../../src/core/lifecycle/lifecycle";
import { detailsOf, diff, withoutSecretNames } from "../../src/core/schema/diff";
import { items, type Row, type Table } from "../../src/core/schema/field";
import {
  boolean,
  headerNames,
  headers,
  json,
  list,
  object,
  objects,
  set,
  string,
  uint32,
} from "../../src/core/schema/rows";
import { UNKNOWN, type Values } from "../../src/core/schema/values";
import { cases } from "../cases";
import { argumentsOf } from "../support/arbitraries";
import { resourceOf, resources } from "../support/resources";

interface Item {
  name?: string;
  size?: number;
}

const item = items<Item>()({ name: string({ default: "d" }), size: uint32() });

const holder = items<{ teams?: string[]; inner?: Item; more?: Item[] }>()({
  teams: set(),
  inner: object(item),
  more: objects(item, { ordered: true }),
});

const rows: Readonly<Record<string, Row>> = {
  text: string(),
  flag: boolean(),
  set: set(),
  list: list(),
  names: headerNames(),
  headers: headers(),
  json: json(),
  object: object(holder),
  objects: objects(item),
  ordered: objects(item, { ordered: true }),
};

/** How each value that differs does so, by its path. */
function kindsOf(name: string, before: unknown, after: unknown): Record<string, string> {
  const details = detailsOf(rows[name] as Row, "a", before, after);
  return Object.fromEntries(Object.entries(details).map(([path, { kind }]) => [path, kind]));
}

describe("the details of a difference", () => {
  it.each([
    ["text", "x", "x", {}],
    ["text", undefined, "x", { a: "add" }],
    ["text", "", "x", { a: "add" }],
    ["text", "x", "y", { a: "update" }],
    ["text", "x", UNKNOWN, { a: "update" }],
    ["text", "x", undefined, { a: "delete" }],
    ["text", "x", null, { a: "delete" }],
    ["flag", undefined, true, { a: "add" }],
    ["flag", true, false, { a: "update" }],
    ["json", { a: [1] }, { a: [2] }, { a: "update" }],
    ["json", undefined, { a: [2] }, { a: "add" }],
  ])("name an argument of the kind %s that was %j and is %j", (name, before, after, expected) => {
    expect(kindsOf(name, before, after)).toEqual(expected);
  });

  it.each([
    ["set", ["a", "b"], ["b", "a", "a"], {}],
    ["set", ["a", "b"], ["c", "b", "a"], { "a[0]": "add" }],
    ["set", ["gone", "a", "b"], ["b", "a"], { "a[0]": "delete" }],
    ["set", ["a"], ["b"], { "a[0]": "update" }],
    ["set", ["gone", "a", "lost"], ["a", "b"], { "a[0]": "delete", "a[1]": "add", "a[2]": "delete" }],
    ["set", ["a"], ["a", UNKNOWN], { "a[1]": "add" }],
    ["set", ["a"], UNKNOWN, { a: "update" }],
    ["set", UNKNOWN, ["a"], { a: "update" }],
    ["set", undefined, ["a"], { a: "add" }],
    ["set", ["a"], undefined, { a: "delete" }],
    ["set", ["a"], [], { "a[0]": "delete" }],
    ["set", ["a"], ["A", "a"], { "a[0]": "add" }],
    ["names", ["X-A", "x-b"], ["x-c", "X-B", "x-a"], { "a[0]": "add" }],
    ["objects", [{ name: "x" }, { name: "y" }], [{ name: "x" }, { name: "z" }], { "a[1].name": "update" }],
    ["objects", [{ name: "x" }, { name: "y" }], [{ name: "y" }, { name: "x" }, { name: "z" }], { "a[2]": "add" }],
    ["objects", [{ name: "d" }, { name: "y" }], [{ name: "" }], { "a[1]": "delete" }],
    ["objects", [{ name: "x" }, { name: "y" }], [{ name: "y" }, { name: "z" }, { name: "x" }], { "a[1]": "add" }],
  ])(
    "name the elements of the kind %s that are new or gone, wherever they stand: %j, %j",
    (name, before, after, expected) => {
      expect(kindsOf(name, before, after)).toEqual(expected);
    },
  );

  it.each([
    ["list", ["a", "b"], ["b", "a"], { "a[0]": "update", "a[1]": "update" }],
    ["list", ["a", "b"], ["a", "c"], { "a[1]": "update" }],
    ["list", ["a"], ["a", "b", "c"], { "a[1]": "add", "a[2]": "add" }],
    ["list", ["a", "b", "c"], ["a"], { "a[1]": "delete", "a[2]": "delete" }],
    ["list", ["a", "b"], ["a", ""], { "a[1]": "update" }],
    ["list", ["a", "b"], "text", { a: "update" }],
    ["ordered", [{ name: "x", size: 1 }], [{ name: "y", size: 1 }], { "a[0].name": "update" }],
    [
      "ordered",
      [{ name: "x" }, { name: "y" }],
      [{ name: "y" }, { name: "x" }],
      { "a[0].name": "update", "a[1].name": "update" },
    ],
    ["ordered", [{ name: "x" }], [{ name: "x" }, { name: "y" }], { "a[1]": "add" }],
    ["ordered", [{ name: "x" }, { name: "y" }], [{ name: "x" }], { "a[1]": "delete" }],
    ["ordered", [{ name: "x" }], [{ size: 2 }], { "a[0].name": "delete", "a[0].size": "add" }],
    ["ordered", [{ size: 2 }], [{ size: 2, name: "d" }, {}], { "a[1]": "add" }],
  ])("name the elements of the kind %s by their places: %j, %j", (name, before, after, expected) => {
    expect(kindsOf(name, before, after)).toEqual(expected);
  });

  it.each([
    [{ "X-A": "1" }, { "x-a": "1" }, {}],
    [{ "X-A": "1", B: "2" }, { "x-a": "3", b: "2" }, { 'a["x-a"]': "update" }],
    [{ "X-A": "1", Old: "2" }, { "X-A": "1" }, { "a.Old": "delete" }],
    [{ "X-A": "1" }, { "X-A": "1", _new_1: "2" }, { "a._new_1": "add" }],
    [{ "X-A": "1" }, { "X-A": "1", "1st": "2" }, { 'a["1st"]': "add" }],
    [{ "X-A": "1" }, { "X-A": UNKNOWN }, { 'a["X-A"]': "update" }],
    [{ "X-A": "1" }, UNKNOWN, { a: "update" }],
    [UNKNOWN, { "X-A": "1" }, { a: "update" }],
    [undefined, { "X-A": "1" }, { a: "add" }],
    [{ "X-A": "1" }, {}, { 'a["X-A"]': "delete" }],
  ])("name header fields by their names: %j, %j", (before, after, expected) => {
    expect(kindsOf("headers", before, after)).toEqual(expected);
  });

  it.each([
    [{ teams: ["a"] }, { teams: ["a", "b"] }, { "a.teams[1]": "add" }],
    [{ inner: { name: "x", size: 1 } }, { inner: { name: "y", size: 1 } }, { "a.inner.name": "update" }],
    [{ inner: { size: 1 } }, { inner: { size: 1, name: "d" }, teams: ["t"] }, { "a.teams": "add" }],
    [{ inner: { size: 1 } }, { teams: ["t"] }, { "a.teams": "add", "a.inner": "delete" }],
    [{ more: [{ size: 1 }, { size: 2 }] }, { more: [{ size: 1 }, { size: 3 }] }, { "a.more[1].size": "update" }],
    [{ inner: { size: 1 } }, { inner: { size: UNKNOWN } }, { "a.inner.size": "update" }],
    [{ inner: { size: 1 } }, { inner: UNKNOWN }, { "a.inner": "update" }],
    [UNKNOWN, { inner: { size: 1 } }, { a: "update" }],
    [undefined, { inner: { size: 1 } }, { a: "add" }],
  ])("name the smallest values of nested objects: %j, %j", (before, after, expected) => {
    expect(kindsOf("object", before, after)).toEqual(expected);
  });

  it("say of every value of an argument that only a new object can have that it replaces", () => {
    const table: Table = { fixed: set({ createOnly: true }), free: set() };
    const { details } = diff(table, { fixed: ["a"], free: ["a"] }, { fixed: ["b", "a"], free: ["b", "a"] });
    expect(details).toEqual({
      "fixed[0]": { kind: "add", replace: true },
      "free[0]": { kind: "add", replace: false },
    });
  });

  it("are there for every argument that changed and for no other, and none lies in another", () => {
    const two = fc.constantFrom(...cases.map(({ type }) => type)).chain((type) => {
      const args = argumentsOf(resourceOf(type).definition.fields);
      return fc.record({ type: fc.constant(type), olds: args, news: args });
    });
    const covering = fc.property(two, ({ type, olds, news }) => {
      const { changed, details } = diffOf(resourceOf(type), olds, news);
      const { fields } = resourceOf(type).definition;
      const paths = Object.keys(details).filter((path) => !fields[path]?.providerOnly);
      expect([...new Set(paths.map((path) => path.split(/[.[]/)[0]))].sort()).toEqual([...changed].sort());
      const isIn = (path: string) =>
        paths.some((other) => path.startsWith(`${other}.`) || path.startsWith(`${other}[`));
      expect(paths.filter(isIn)).toEqual([]);
    });
    fc.assert(covering, { numRuns: 200 });
  });
});

describe("the outputs that stay as they are", () => {
  const { agentIngress, httpsEdgeRoute } = resources;
  const stables = (name: "agentIngress" | "httpsEdgeRoute", state: Values, inputs: Values) =>
    [...diffOf({ agentIngress, httpsEdgeRoute }[name], state, inputs).stables].sort();

  it("are all of them where nothing changes, or nothing that one follows from", () => {
    const all = ["certificateManagementStatus", "createdAt", "nsTargets", "regionDomains", "uri"];
    expect(stables("agentIngress", { domain: "a" }, { domain: "A." })).toEqual(all);
    expect(stables("agentIngress", { domain: "a" }, { domain: "a", description: "d" })).toEqual(all);
  });

  it("are none of a resource that is replaced", () => {
    expect(stables("agentIngress", { domain: "a" }, { domain: "b" })).toEqual([]);
  });

  it.each([
    ["agentIngress", "certificateManagementPolicy", { authority: "ca" }, "certificateManagementStatus"],
    ["httpsEdgeRoute", "backend", { backendId: "b" }, "backendRef"],
    ["httpsEdgeRoute", "ipRestriction", { ipPolicyIds: ["p"] }, "ipPolicies"],
    ["httpsEdgeRoute", "saml", { idpMetadata: "m" }, "samlServiceProvider"],
  ] as const)("are those of an %s without what follows from its %s", (name, argument, value, output) => {
    const before = stables(name, {}, {});
    expect(before).toContain(output);
    expect(stables(name, {}, { [argument]: value })).toEqual(before.filter((each) => each !== output));
  });

  it("do not hold what repeats an argument that changed", () => {
    const table: Table = { a: string(), b: string({ output: true, repeats: ["a"] }), c: string({ output: true }) };
    expect(diff(table, { a: "x" }, { a: "y" }).stables).toEqual(["c"]);
  });
});

it("what the program has marked as secret shows only that it differs", () => {
  const update = { kind: "update", replace: false } as const;
  const details = { 'h.add["X-A"]': update, "h.add.B": { kind: "add", replace: false } as const, "h.adds": update };
  expect(withoutSecretNames(details, ["h.add", "i"])).toEqual({ "h.add": update, "h.adds": update });
  expect(withoutSecretNames(details)).toEqual(details);
});
