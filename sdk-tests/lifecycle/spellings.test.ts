import { expect, it } from "vitest";
import { keepSpellings, learnSpellings, readSpellings } from "../../src/core/lifecycle/spellings";
import type { Values } from "../../src/core/schema/values";
import { resources } from "../support/resources";

const { fields } = resources.httpsEdgeRoute.definition;

/** The state after a request with all these arguments. */
const learned = (asked: Values, shown: Values): Values =>
  learnSpellings(fields, asked, shown, Object.keys(asked));

it("a text that the service stores in lower case, or without outer white space, keeps the spelling of the program", () => {
  const asked = { match: "/Path", requestHeaders: { add: { "X-A": "Value" } } };
  const state = learned(asked, { match: "/path", requestHeaders: { add: { "X-A": "value" } } });
  expect(state).toMatchObject(asked);
  expect(readSpellings(state)).toEqual({ match: "lowerCase", requestHeaders: "lowerCase" });
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
])("what the service shows of %j as %j is a difference", (asked, shown) => {
  expect(learned(asked, shown)).toBe(shown);
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

it("a refresh stores another letter case of an argument whose spelling was not learned", () => {
  expect(keepSpellings(fields, { match: "/Path" }, { match: "/path" })).toEqual({ match: "/path" });
});
