import { describe, expect, it } from "vitest";
import * as lifecycle from "../../src/core/lifecycle/lifecycle";
import type { Api, ResourceState } from "../../src/core/lifecycle/resource";
import { keepSpellings, learnSpellings, readSpellings } from "../../src/core/lifecycle/spellings";
import type { Values } from "../../src/core/schema/values";
import { emptyServer } from "../support/empty-server";
import { resources } from "../support/resources";

const { fields } = resources.httpsEdgeRoute.definition;

/** The state after a request with all these arguments. */
const learned = (requested: Values, shown: Values): Values =>
  learnSpellings(fields, requested, shown, Object.keys(requested));

it("a text that the service stores in lower case, or without outer white space, keeps the spelling of the program", () => {
  const requested = { match: "/Path", requestHeaders: { add: { "X-A": "Value" } } };
  const state = learned(requested, { match: "/path", requestHeaders: { add: { "X-A": "value" } } });
  expect(state).toMatchObject(requested);
  expect(readSpellings(state)).toEqual({ match: "lowerCase", requestHeaders: "lowerCase" });
});

it("a list whose texts the service stores in lower case keeps the spelling of the program", () => {
  const requested = { userAgentFilter: { deny: ["BadBot", "OtherBot"] } };
  const state = learned(requested, { userAgentFilter: { deny: ["badbot", "otherbot"] } });
  expect(state).toMatchObject(requested);
  expect(readSpellings(state)).toEqual({ userAgentFilter: "lowerCase" });
});

it.each([
  [{ match: "/a" }, { match: "/b" }],
  [{ match: "/path" }, { match: "/Path" }],
  [
    { userAgentFilter: { deny: ["BadBot", "OtherBot"] } },
    { userAgentFilter: { deny: ["badbot", "OtherBot"] } },
  ],
  [
    { match: "/a", oauth: { enabled: true } },
    { match: "/a", oauth: { enabled: false } },
  ],
  [{ match: "/a", compression: {} }, { match: "/a" }],
])("what the service shows of %j as %j is a difference", (requested, shown) => {
  expect(learned(requested, shown)).toBe(shown);
});

it("an argument that was not sent is not learned: another party may have changed it", () => {
  const shown = { match: "/admin", description: "new" };
  expect(
    learnSpellings(fields, { match: "/Admin", description: "new" }, shown, ["description"]),
  ).toBe(shown);
});

it("a refresh that finds anything else than the stored form stores it", () => {
  const known = learned({ match: "/Path" }, { match: "/path" });
  expect(keepSpellings(fields, known, { match: "/path" })).toEqual(known);
  for (const match of ["/other", "/PATH"])
    expect(keepSpellings(fields, known, { match })).toEqual({ match });
});

it("the state of an existing stack keeps the spelling that it has recorded", () => {
  const stored = { match: "/Path", __spellings: { match: "lowerCase" } };
  expect(keepSpellings(fields, stored, { match: "/path" })).toEqual(stored);
});

it("a refresh stores another letter case of an argument whose spelling was not learned", () => {
  expect(keepSpellings(fields, { match: "/Path" }, { match: "/path" })).toEqual({ match: "/path" });
});

describe("an update of an object whose match the service stores in lower case", () => {
  const server = emptyServer();
  const update = (object: ResourceState, inputs: Values) =>
    lifecycle.update(resources.httpsEdgeRoute, lowerCased(server.api()), object, inputs);
  const declared = { edgeId: "edge_1", matchType: "path_prefix" };

  /** An API that shows each match in lower case. */
  const lowerCased = (api: Api): Api => ({
    ...api,
    request: async (request) => {
      const body = await api.request(request);
      return body && { ...body, match: String(body.match).toLowerCase() };
    },
  });

  const create = (match: string) =>
    lifecycle.create(resources.httpsEdgeRoute, lowerCased(server.api()), { ...declared, match });

  it.each(["/path", "/PATH"])(
    "stores the spelling %s, to which the program changes",
    async (match) => {
      const object = await create("/Path");
      const state = await update(object, { ...declared, match });
      expect(state).toMatchObject({ match });
      expect(
        lifecycle.diffState(resources.httpsEdgeRoute, state, { ...declared, match }).changed,
      ).toEqual([]);
    },
  );

  it("keeps the learned spelling if the update sends nothing", async () => {
    const object = await create("/Path");
    const state = await update(object, { ...declared, match: "/Path" });
    expect(readSpellings(state)).toEqual({ match: "lowerCase" });
  });
});
