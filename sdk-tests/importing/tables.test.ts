import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Members,
  Reference,
  type Resource,
  type Table,
  type Value,
} from "../../src/codegen/program";
import { groupIntoTables } from "../../src/importing/tables";

/** Equal resources that become tables. */

const ingress = (name: string, args: Members): Resource => ({ type: "AgentIngress", name, args });

const backend = (id: string): Reference => new Reference({ name: id, isSecret: false });

const route = (name: string, match: string, others: Members = {}): Resource => ({
  type: "HttpsEdgeRoute",
  name,
  args: { matchType: "path_prefix", match, ...others },
});

/** The resources that the loop over a table declares. */
const declaredBy = ({ type, args, columns, rows }: Table): Resource[] =>
  rows.map(({ name, values }) => {
    const filled = (value: Value): Value => {
      if (value instanceof Reference) {
        const index = columns.indexOf(value.to as never);
        return index < 0 ? value : (values[index] as Value);
      }
      if (Array.isArray(value)) return value.map(filled);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, member]) => [key, filled(member)]),
      );
    };
    return { type, name, args: filled(args) as Members };
  });

describe("resources that differ in a few plain values", () => {
  it("become a table whose columns are what differs, and whose rows have the names", () => {
    const policy = { certificateManagementPolicy: { authority: "letsencrypt" } };
    const resources = ["a", "b", "c"].map((name) =>
      ingress(name, { domain: `${name}.example.com`, ...policy }),
    );
    const { tables, resources: others } = groupIntoTables(resources);
    expect(others).toEqual([]);
    expect(tables).toMatchObject([
      {
        type: "AgentIngress",
        comment: "Hosts of example.com.",
        columns: [{ name: "domain", kind: "string" }],
        rows: ["a", "b", "c"].map((name) => ({ name, values: [`${name}.example.com`] })),
      },
    ]);
    expect(tables[0]?.args).toEqual({
      domain: new Reference(tables[0]?.columns[0] as never),
      ...policy,
    });
  });

  it("may differ in settings, numbers and nested values; a name that two columns would have is that of their paths", () => {
    const resources = Array.from({ length: 12 }, (_, index) =>
      route(`r${index}`, `/${index}`, {
        backend: { backendId: backend(`backend_${index}`) },
        circuitBreaker: { rollingWindow: index },
        policy: { inbound: { name: `in ${index}` } },
      }),
    );
    const [table] = groupIntoTables(resources).tables;
    expect(table?.columns).toEqual([
      { name: "match", kind: "string" },
      { name: "backendId", kind: "string" },
      { name: "rollingWindow", kind: "number" },
      { name: "policyInboundName", kind: "string" },
    ]);
    expect(table?.rows[2]?.values).toEqual(["/2", backend("backend_2"), 2, "in 2"]);
  });

  it("stay as they are if there are two of them, or if a variable has to name them", () => {
    const two = [route("a", "/a"), route("b", "/b")];
    expect(groupIntoTables(two)).toEqual({ tables: [], resources: two });
    const routes = [...two, route("c", "/c")];
    const modules = routes.map((route) => ({
      type: "HttpsEdgeRouteOidc",
      name: `${route.name}-oidc`,
      args: { route: new Reference(route) },
    }));
    expect(groupIntoTables([...routes, ...modules])).toEqual({
      tables: [],
      resources: [...routes, ...modules],
    });
  });

  it("are in tables by the value of which there are the fewest if they differ in too much", () => {
    const resources = Array.from({ length: 8 }, (_, index) =>
      ingress(`i${index}`, {
        a: `${index}`,
        b: `${index}`,
        c: `${index}`,
        d: `${index}`,
        e: `${index % 2}`,
      }),
    );
    const { tables } = groupIntoTables(resources);
    expect(tables.map(({ rows }) => rows.map(({ name }) => name))).toEqual([
      ["i0", "i2", "i4", "i6"],
      ["i1", "i3", "i5", "i7"],
    ]);
    expect(tables.map(({ args }) => args.e)).toEqual(["0", "1"]);
  });

  it("are not in one table if a list or a null differs, or if one of them lacks a member", () => {
    const variants: Members[] = [{ list: ["x"] }, { list: ["y"] }, { list: null }, {}];
    const resources = variants.flatMap((args, variant) =>
      [1, 2, 3, 4].map((index) =>
        ingress(`i${variant}-${index}`, { domain: `${index}.example.com`, ...args }),
      ),
    );
    expect(groupIntoTables(resources).tables).toHaveLength(4);
  });

  it("are in the table of their zone, of their name, or of their edge, and not with others of the same form", () => {
    const tablesOf = (resources: readonly Resource[]) =>
      groupIntoTables(resources).tables.map(({ comment, rows }) => [comment, rows.length]);
    const hosts = (...domains: string[]) => domains.map((domain) => ingress(domain, { domain }));
    const zones = hosts(
      "a.x.eu",
      "b.x.eu",
      "c.x.eu",
      "d.x.eu",
      "a.y.eu",
      "b.y.eu",
      "c.y.eu",
      "d.y.eu",
    );
    expect(tablesOf(zones)).toEqual([
      ["Hosts of x.eu.", 4],
      ["Hosts of y.eu.", 4],
    ]);
    expect(tablesOf(hosts("www.a.eu", "www.b.eu", "www.c.eu", "www.d.eu", "api.e.eu"))).toEqual([
      ["Hosts that are called www.", 4],
    ]);
    expect(tablesOf(hosts("a.k.eu", "b.l.eu", "c.m.eu", "d.n.eu"))).toEqual([]);

    const onEdge = (edge: string, match: string) =>
      route(`${edge}${match}`, match, { edgeId: backend(edge) });
    expect(
      tablesOf(["/a", "/b", "/c"].flatMap((match) => [onEdge("e1", match), onEdge("e2", match)])),
    ).toEqual([
      [undefined, 3],
      [undefined, 3],
    ]);
    expect(tablesOf(["e1", "e2", "e3"].map((edge) => onEdge(edge, "/health")))).toEqual([
      [undefined, 3],
    ]);
    expect(tablesOf([onEdge("e1", "/a"), onEdge("e2", "/b"), onEdge("e3", "/c")])).toEqual([]);
  });

  it("are not in a table if most of them have the same value, which is none of a row", () => {
    const routes = Array.from({ length: 10 }, (_, index) =>
      route(`r${index}`, `/${index}`, { compression: { enabled: index > 0 } }),
    );
    const { tables, resources } = groupIntoTables(routes);
    expect(
      tables.map(({ columns, rows }) => [columns.map(({ name }) => name), rows.length]),
    ).toEqual([[["match"], 9]]);
    expect(resources.map(({ name }) => name)).toEqual(["r0"]);
  });

  it("stay as they are if a table would have almost as many lines", () => {
    const long = "x".repeat(80);
    expect(
      groupIntoTables(
        ["a", "b", "c"].map((name) => ingress(name, { domain: `${name}.${long}.eu` })),
      ).tables,
    ).toEqual([]);
  });
});

it("a program with tables declares the same resources as one without", () => {
  const leaf = fc.oneof(
    fc.constantFrom<Value>("a", "b", 1, 2, true, null, [], ["a"], backend("x"), backend("y")),
    fc.string(),
  );
  const key = fc.constantFrom("name", "domain", "a.b", "toString", "match");
  const args = fc.dictionary(key, fc.oneof(leaf, fc.dictionary(key, leaf, { maxKeys: 2 })), {
    maxKeys: 4,
    noNullPrototype: true,
  });
  const types = fc.constantFrom("AgentIngress", "HttpsEdgeRoute");
  fc.assert(
    fc.property(
      fc.array(fc.tuple(types, fc.constantFrom(0, 1, 2), args, leaf), { maxLength: 20 }),
      (all) => {
        // Some resources differ from another resource in only one value.
        const resources = all.map(([type, from, own, value], index) => ({
          type,
          name: `r${index}`,
          args: { ...(all[from]?.[2] ?? own), domain: value } as Members,
        }));
        const { tables, resources: others } = groupIntoTables(resources);
        const byName = ({ name: a }: Resource, { name: b }: Resource) => a.localeCompare(b);
        expect([...tables.flatMap(declaredBy), ...others].sort(byName)).toEqual(
          [...resources].sort(byName),
        );
        for (const { columns } of tables)
          expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length);
      },
    ),
  );
});
