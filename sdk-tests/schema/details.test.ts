import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffState } from "../../src/core/lifecycle/lifecycle";
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
import { anything, dataBeside, rows, text, values } from "../support/data";
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

const { single, unordered, ordered, fields, nested } = dataBeside(__filename, {
  single: rows(text, anything, anything, values),
  unordered: rows(text, anything, anything, values),
  ordered: rows(text, anything, anything, values),
  fields: rows(anything, anything, values),
  nested: rows(anything, anything, values),
});

/** Returns the kind of each difference, by path. */
function kindsOf(name: string, before: unknown, after: unknown): Record<string, string> {
  const details = detailedDiff(table[name] as Row, "a", before, after);
  return Object.fromEntries(Object.entries(details).map(([path, { kind }]) => [path, kind]));
}

describe("the details of a difference", () => {
  it.each(single)(
    "name an argument of the kind %s that was %j and is %j",
    (name, before, after, expected) => {
      expect(kindsOf(name, before, after)).toEqual(expected);
    },
  );

  it.each(unordered)(
    "contain the elements of the kind %s that are new or removed, in any position: %j, %j",
    (name, before, after, expected) => {
      expect(kindsOf(name, before, after)).toEqual(expected);
    },
  );

  it.each(ordered)(
    "name the elements of the kind %s by their places: %j, %j",
    (name, before, after, expected) => {
      expect(kindsOf(name, before, after)).toEqual(expected);
    },
  );

  it.each(fields)("name header fields by their names: %j, %j", (before, after, expected) => {
    expect(kindsOf("headers", before, after)).toEqual(expected);
  });

  it.each(nested)(
    "name the smallest values of nested objects: %j, %j",
    (before, after, expected) => {
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
        before.filter((each) => each !== output),
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
  };
  expect(withoutSecretNames(details, ["h.add", "i"])).toEqual({
    "h.add": update,
    "h.adds": update,
  });
  expect(withoutSecretNames(details)).toEqual(details);
});
