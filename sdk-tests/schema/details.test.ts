import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffState } from "../../src/core/lifecycle/lifecycle";
import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import { detailedDiff, diff, withoutSecretNames } from "../../src/core/schema/diff";
import type { Row, Table } from "../../src/core/schema/field";
import { items } from "../../src/core/schema/row-types";
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
import type { Values } from "../../src/core/schema/values";
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

const table: Readonly<Record<string, Row>> = {
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

/** Two values of an argument `a`, and the expected kinds of their differences, by path. */
interface Difference {
  readonly kind: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly expected: Values;
}

/** Values before and after, and the kinds of their differences, by path. */
const single: readonly Difference[] = [
  { kind: "text", before: "x", after: "x", expected: {} },
  { kind: "text", before: undefined, after: "x", expected: { a: "add" } },
  { kind: "text", before: "", after: "x", expected: { a: "add" } },
  { kind: "text", before: "x", after: "y", expected: { a: "update" } },
  { kind: "text", before: "x", after: UNKNOWN, expected: { a: "update" } },
  { kind: "text", before: "x", after: undefined, expected: { a: "delete" } },
  { kind: "text", before: "x", after: null, expected: { a: "delete" } },
  { kind: "flag", before: undefined, after: true, expected: { a: "add" } },
  { kind: "flag", before: true, after: false, expected: { a: "update" } },
  { kind: "json", before: { a: [1] }, after: { a: [2] }, expected: { a: "update" } },
  { kind: "json", before: undefined, after: { a: [2] }, expected: { a: "add" } },
];

/** For a set, the new and the removed elements, in any position. */
const unordered: readonly Difference[] = [
  { kind: "set", before: ["a", "b"], after: ["b", "a", "a"], expected: {} },
  { kind: "set", before: ["a", "b"], after: ["c", "b", "a"], expected: { "a[0]": "add" } },
  { kind: "set", before: ["gone", "a", "b"], after: ["b", "a"], expected: { "a[0]": "delete" } },
  { kind: "set", before: ["a"], after: ["b"], expected: { "a[0]": "update" } },
  {
    kind: "set",
    before: ["gone", "a", "lost"],
    after: ["a", "b"],
    expected: { "a[0]": "delete", "a[1]": "add", "a[2]": "delete" },
  },
  { kind: "set", before: ["a"], after: ["a", UNKNOWN], expected: { "a[1]": "add" } },
  { kind: "set", before: ["a"], after: UNKNOWN, expected: { a: "update" } },
  { kind: "set", before: UNKNOWN, after: ["a"], expected: { a: "update" } },
  { kind: "set", before: undefined, after: ["a"], expected: { a: "add" } },
  { kind: "set", before: ["a"], after: undefined, expected: { a: "delete" } },
  { kind: "set", before: ["a"], after: [], expected: { "a[0]": "delete" } },
  { kind: "set", before: ["a"], after: ["A", "a"], expected: { "a[0]": "add" } },
  {
    kind: "names",
    before: ["X-A", "x-b"],
    after: ["x-c", "X-B", "x-a"],
    expected: { "a[0]": "add" },
  },
  {
    kind: "objects",
    before: [{ name: "x" }, { name: "y" }],
    after: [{ name: "x" }, { name: "z" }],
    expected: { "a[1].name": "update" },
  },
  {
    kind: "objects",
    before: [{ name: "x" }, { name: "y" }],
    after: [{ name: "y" }, { name: "x" }, { name: "z" }],
    expected: { "a[2]": "add" },
  },
  {
    kind: "objects",
    before: [{ name: "d" }, { name: "y" }],
    after: [{ name: "" }],
    expected: { "a[1]": "delete" },
  },
  {
    kind: "objects",
    before: [{ name: "x" }, { name: "y" }],
    after: [{ name: "y" }, { name: "z" }, { name: "x" }],
    expected: { "a[1]": "add" },
  },
];

/** The elements of a list, by their places. */
const ordered: readonly Difference[] = [
  {
    kind: "list",
    before: ["a", "b"],
    after: ["b", "a"],
    expected: { "a[0]": "update", "a[1]": "update" },
  },
  { kind: "list", before: ["a", "b"], after: ["a", "c"], expected: { "a[1]": "update" } },
  {
    kind: "list",
    before: ["a"],
    after: ["a", "b", "c"],
    expected: { "a[1]": "add", "a[2]": "add" },
  },
  {
    kind: "list",
    before: ["a", "b", "c"],
    after: ["a"],
    expected: { "a[1]": "delete", "a[2]": "delete" },
  },
  { kind: "list", before: ["a", "b"], after: ["a", ""], expected: { "a[1]": "update" } },
  { kind: "list", before: ["a", "b"], after: "text", expected: { a: "update" } },
  {
    kind: "ordered",
    before: [{ name: "x", size: 1 }],
    after: [{ name: "y", size: 1 }],
    expected: { "a[0].name": "update" },
  },
  {
    kind: "ordered",
    before: [{ name: "x" }, { name: "y" }],
    after: [{ name: "y" }, { name: "x" }],
    expected: { "a[0].name": "update", "a[1].name": "update" },
  },
  {
    kind: "ordered",
    before: [{ name: "x" }],
    after: [{ name: "x" }, { name: "y" }],
    expected: { "a[1]": "add" },
  },
  {
    kind: "ordered",
    before: [{ name: "x" }, { name: "y" }],
    after: [{ name: "x" }],
    expected: { "a[1]": "delete" },
  },
  {
    kind: "ordered",
    before: [{ name: "x" }],
    after: [{ size: 2 }],
    expected: { "a[0].name": "delete", "a[0].size": "add" },
  },
  {
    kind: "ordered",
    before: [{ size: 2 }],
    after: [{ size: 2, name: "d" }, {}],
    expected: { "a[1]": "add" },
  },
];

/** Header fields, by their names. */
const fields: readonly Omit<Difference, "kind">[] = [
  { before: { "X-A": "1" }, after: { "x-a": "1" }, expected: {} },
  {
    before: { "X-A": "1", B: "2" },
    after: { "x-a": "3", b: "2" },
    expected: { 'a["x-a"]': "update" },
  },
  { before: { "X-A": "1", Old: "2" }, after: { "X-A": "1" }, expected: { "a.Old": "delete" } },
  { before: { "X-A": "1" }, after: { "X-A": "1", _new_1: "2" }, expected: { "a._new_1": "add" } },
  { before: { "X-A": "1" }, after: { "X-A": "1", "1st": "2" }, expected: { 'a["1st"]': "add" } },
  { before: { "X-A": "1" }, after: { "X-A": UNKNOWN }, expected: { 'a["X-A"]': "update" } },
  { before: { "X-A": "1" }, after: UNKNOWN, expected: { a: "update" } },
  { before: UNKNOWN, after: { "X-A": "1" }, expected: { a: "update" } },
  { before: undefined, after: { "X-A": "1" }, expected: { a: "add" } },
  { before: { "X-A": "1" }, after: {}, expected: { 'a["X-A"]': "delete" } },
];

/** The smallest values of nested objects. */
const nested: readonly Omit<Difference, "kind">[] = [
  { before: { teams: ["a"] }, after: { teams: ["a", "b"] }, expected: { "a.teams[1]": "add" } },
  {
    before: { inner: { name: "x", size: 1 } },
    after: { inner: { name: "y", size: 1 } },
    expected: { "a.inner.name": "update" },
  },
  {
    before: { inner: { size: 1 } },
    after: { inner: { size: 1, name: "d" }, teams: ["t"] },
    expected: { "a.teams": "add" },
  },
  {
    before: { inner: { size: 1 } },
    after: { teams: ["t"] },
    expected: { "a.teams": "add", "a.inner": "delete" },
  },
  {
    before: { more: [{ size: 1 }, { size: 2 }] },
    after: { more: [{ size: 1 }, { size: 3 }] },
    expected: { "a.more[1].size": "update" },
  },
  {
    before: { inner: { size: 1 } },
    after: { inner: { size: UNKNOWN } },
    expected: { "a.inner.size": "update" },
  },
  { before: { inner: { size: 1 } }, after: { inner: UNKNOWN }, expected: { "a.inner": "update" } },
  { before: UNKNOWN, after: { inner: { size: 1 } }, expected: { a: "update" } },
  { before: undefined, after: { inner: { size: 1 } }, expected: { a: "add" } },
];

/** Returns the kind of each difference, by path. */
function kindsOf(kind: string, before: unknown, after: unknown): Record<string, string> {
  const details = detailedDiff(table[kind] as Row, "a", before, after);
  return Object.fromEntries(Object.entries(details).map(([path, detail]) => [path, detail.kind]));
}

describe("the details of a difference", () => {
  it.each(single)(
    "name an argument of the kind $kind that was $before and is $after",
    ({ kind, before, after, expected }) => {
      expect(kindsOf(kind, before, after)).toEqual(expected);
    },
  );

  it.each(unordered)(
    "contain the elements of the kind $kind that are new or removed, in any position: $before, $after",
    ({ kind, before, after, expected }) => {
      expect(kindsOf(kind, before, after)).toEqual(expected);
    },
  );

  it.each(ordered)(
    "name the elements of the kind $kind by their places: $before, $after",
    ({ kind, before, after, expected }) => {
      expect(kindsOf(kind, before, after)).toEqual(expected);
    },
  );

  it.each(fields)(
    "name header fields by their names: $before, $after",
    ({ before, after, expected }) => {
      expect(kindsOf("headers", before, after)).toEqual(expected);
    },
  );

  it.each(nested)(
    "name the smallest values of nested objects: $before, $after",
    ({ before, after, expected }) => {
      expect(kindsOf("object", before, after)).toEqual(expected);
    },
  );

  it("contain a replacement for every value of an argument that only a new object can have", () => {
    const table: Table = { fixed: set({ createOnly: true }), free: set() };
    const { details } = diff(
      table,
      { fixed: ["a"], free: ["a"] },
      { fixed: ["b", "a"], free: ["b", "a"] },
    );
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
      const { changed, details } = diffState(resourceOf(type), olds, news);
      const { fields } = resourceOf(type).definition;
      const paths = Object.keys(details).filter((path) => !fields[path]?.providerOnly);
      expect([...new Set(paths.map((path) => path.split(/[.[]/)[0]))].sort()).toEqual(
        [...changed].sort(),
      );
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
    [...diffState({ agentIngress, httpsEdgeRoute }[name], state, inputs).stables].sort();

  it("are all of them where nothing changes, or nothing that one follows from", () => {
    const all = ["certificateManagementStatus", "createdAt", "nsTargets", "regionDomains", "uri"];
    expect(stables("agentIngress", { domain: "a" }, { domain: "A." })).toEqual(all);
    expect(stables("agentIngress", { domain: "a" }, { domain: "a", description: "d" })).toEqual(
      all,
    );
  });

  it("are none of a resource that is replaced", () => {
    expect(stables("agentIngress", { domain: "a" }, { domain: "b" })).toEqual([]);
  });

  it.each([
    [
      "agentIngress",
      "certificateManagementPolicy",
      { authority: "ca" },
      "certificateManagementStatus",
    ],
    ["httpsEdgeRoute", "backend", { backendId: "b" }, "backendRef"],
    ["httpsEdgeRoute", "ipRestriction", { ipPolicyIds: ["p"] }, "ipPolicies"],
    ["httpsEdgeRoute", "saml", { idpMetadata: "m" }, "samlServiceProvider"],
  ] as const)(
    "are those of an %s without what follows from its %s",
    (name, argument, value, output) => {
      const before = stables(name, {}, {});
      expect(before).toContain(output);
      expect(stables(name, {}, { [argument]: value })).toEqual(
        before.filter((path) => path !== output),
      );
    },
  );

  it("do not hold what repeats an argument that changed", () => {
    const table: Table = {
      a: string(),
      b: string({ output: true, repeats: ["a"] }),
      c: string({ output: true }),
    };
    expect(diff(table, { a: "x" }, { a: "y" }).stables).toEqual(["c"]);
  });
});

it("what the program has marked as secret shows only that it differs", () => {
  const update = { kind: "update", replace: false } as const;
  const details = {
    'h.add["X-A"]': update,
    "h.add.B": { kind: "add", replace: false } as const,
    "h.adds": update,
    i: { kind: "add", replace: false } as const,
  };
  expect(withoutSecretNames(details, ["h.add", "i"])).toEqual({
    "h.add": update,
    "h.adds": update,
    i: details.i,
  });
  expect(withoutSecretNames(details)).toEqual(details);
});

it("a change of a provider-only argument is reported beside another change, but not alone", () => {
  const table: Table = { a: string(), adopt: boolean({ providerOnly: true }) };
  const added = { kind: "add", replace: false };
  const alone = diff(table, { a: "x" }, { a: "x", adopt: true });
  expect([alone.changed, alone.details]).toEqual([[], {}]);
  expect(diff(table, { a: "x" }, { a: "y", adopt: true })).toMatchObject({
    changed: ["a"],
    details: { a: { kind: "update", replace: false }, adopt: added },
  });
});

it("an element added to a set is the only difference, in any order; a list differs at each position", () => {
  const inSet = detailedDiff(set(), "a", ["x", "y"], ["z", "y", "x"]);
  expect(Object.keys(inSet)).toEqual(["a[0]"]);
  const row = objects(items<{ name?: string }>()({ name: string() }));
  const [x, y, z] = [{ name: "x" }, { name: "y" }, { name: "z" }];
  expect(Object.keys(detailedDiff(row, "a", [x, y], [z, y, x]))).toEqual(["a[0]"]);
  const inList = detailedDiff(list(), "a", ["x", "y"], ["y", "x"]);
  expect(Object.keys(inList)).toEqual(["a[0]", "a[1]"]);
});
