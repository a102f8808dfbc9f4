import { expect, it } from "vitest";
import { keepSpellings, learnSpellings, spellingsIn } from "../../src/core/lifecycle/spellings";
import { resources } from "../support/resources";

const { fields } = resources.httpsEdgeRoute.definition;

it("a text that the service stores with other letter case or white space keeps the spelling of the program", () => {
  const asked = { match: "/Path", requestHeaders: { add: { "X-A": "Value" } } };
  const state = learnSpellings(fields, asked, { match: "/path", requestHeaders: { add: { "X-A": "value" } } });
  expect(state).toMatchObject(asked);
  expect(spellingsIn(state)).toEqual({ match: "letterCase", requestHeaders: "letterCase" });
});

it.each([
  [{ match: "/a" }, { match: "/b" }],
  [
    { match: "/a", oauth: { enabled: true } },
    { match: "/a", oauth: { enabled: false } },
  ],
  [{ match: "/a", compression: {} }, { match: "/a" }],
])("what the service shows of %j as %j is a difference", (asked, shown) => {
  expect(learnSpellings(fields, asked, shown)).toBe(shown);
});

it("a refresh that finds another text than the known spelling stores it", () => {
  const known = learnSpellings(fields, { match: "/Path" }, { match: "/path" });
  expect(keepSpellings(fields, known, { match: "/path" })).toEqual(known);
  expect(keepSpellings(fields, known, { match: "/other" })).toEqual({ match: "/other" });
});

it("a refresh stores another letter case of an argument whose spelling was not learned", () => {
  expect(keepSpellings(fields, { match: "/Path" }, { match: "/path" })).toEqual({ match: "/path" });
});
