import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requestClasses } from "../../src/insight/change/requests";
import { indexRoutes, type MatchScope } from "../../src/insight/ingress/routing";

/** Tests of the requests that the matches of routes distinguish, and of their number. */

interface Route {
  readonly scope: MatchScope;
}

const scopes: fc.Arbitrary<MatchScope> = fc.record({
  edge: fc.constantFrom("edge_1", "edge_2"),
  host: fc.constantFrom("", "", "a", "b"),
  path: fc.constantFrom("", "/", "/a", "/a/", "/a/b", "/ab", "/b", "/b/a/b"),
  isExact: fc.boolean(),
});

/** Each host with each path, of all requests to an edge. */
function everyRequest(routes: readonly Route[]) {
  const all = (name: "edge" | "host" | "path") => [
    ...new Set(routes.map(({ scope }) => scope[name])),
  ];
  return all("edge").flatMap((edge) =>
    ["", ...all("host")].flatMap((host) =>
      all("path").flatMap((path) =>
        [false, true].map((isBelow) => ({ edge, host, path, isBelow })),
      ),
    ),
  );
}

it("every list of routes that may serve a request with a covering route is that of one of the requests", () => {
  const property = fc.property(
    fc.array(scopes, { maxLength: 12 }),
    fc.nat(12),
    (all, coveringCount) => {
      const routes = all.map((scope) => ({ scope }));
      const covering = routes.slice(0, coveringCount);
      const serving = indexRoutes(routes);
      const listsOf = (requests: Parameters<typeof serving>[0][]) => {
        const lists = requests
          .map(serving)
          .filter((list) => list.some((route) => covering.includes(route)));
        return [
          ...new Set(lists.map((list) => list.map((route) => routes.indexOf(route)).join(" "))),
        ].sort();
      };
      expect(listsOf(requestClasses(routes, covering))).toEqual(listsOf(everyRequest(routes)));
    },
  );
  fc.assert(property, { numRuns: 500 });
});

describe("twice as many routes have not much more than twice as many requests", () => {
  const edge = "edge_1";
  const listOf = <T>(number: number, make: (index: number) => T): T[] =>
    Array.from({ length: number }, (_, index) => make(index));
  const host = (index: number) => `h${index}.example`;
  const stacks: Record<string, (number: number) => MatchScope[]> = {
    "of hosts, next to routes for every host": (number) => [
      ...listOf(number, (index) => ({
        edge,
        host: host(index),
        path: `/own/${index}`,
        isExact: false,
      })),
      ...listOf(number, (index) => ({
        edge,
        host: "",
        path: `/all/${index}`,
        isExact: index % 2 === 0,
      })),
    ],
    "below a route for everything": (number) => [
      { edge, host: "", path: "/", isExact: false },
      ...listOf(number, (index) => ({
        edge,
        host: host(index % 50),
        path: `/p/${index}`,
        isExact: false,
      })),
    ],
    "of one host": (number) =>
      listOf(number, (index) => ({
        edge,
        host: "a",
        path: `/p${index}`,
        isExact: index % 3 === 0,
      })),
  };

  it.each(Object.entries(stacks))("%s", (_, scopesOf) => {
    const numberOf = (number: number) => {
      const routes = scopesOf(number).map((scope) => ({ scope }));
      return requestClasses(routes, routes).length;
    };
    expect(numberOf(800)).toBeLessThan(2.5 * numberOf(400));
    expect(numberOf(400)).toBeLessThanOrEqual(400 * 2 * 4);
  });

  it("of hosts with a route for everything, of which one is wanted", () => {
    const numberOf = (number: number) => {
      const scopesOf = [
        ...listOf(number, (index) => ({ edge, host: host(index), path: "/", isExact: false })),
        ...listOf(number, (index) => ({ edge, host: "", path: `/all/${index}`, isExact: false })),
      ];
      const routes = scopesOf.map((scope) => ({ scope }));
      return [requestClasses(routes, routes.slice(0, 1)).length, requestClasses(routes, []).length];
    };
    expect(numberOf(400)).toEqual([2 * 401, 0]);
    expect(numberOf(800)).toEqual([2 * 801, 0]);
  });
});
