import { expect, it } from "vitest";
import type { ObjectChange } from "../../src/insight/change/objects";
import { oncePerChange } from "../../src/insight/change/once";
import type { Arguments } from "../../src/insight/ingress/arguments";
import { formatMessage } from "../../src/insight/review/wording";
import { at, rule } from "../../src/insight/rules/rule";

const description = {
  id: "example",
  severity: "low",
  title: "Example",
  why: "Reason",
  fix: "Remedy",
} as const;
const args = { declaration: { prefix: "oauth" } } as Arguments;

/** A change, of which the functions of this file read nothing. */
const changeOf = (key: string) => ({ key }) as ObjectChange;

it("a rule yields matches with ids of its messages", () => {
  const checked = rule({
    ...description,
    messages: { found: "is found", gone: "is gone" },
    *find({ key }) {
      yield at(args, "enabled", key === "a" ? "found" : "gone");
    },
  });
  const messages = ["a", "b"].flatMap((key) => [...checked.find(changeOf(key), {} as never)]);
  expect(messages.map(({ message, path }) => `${message} at ${path}`)).toEqual([
    "found at enabled",
    "gone at enabled",
  ]);
});

it("the compiler refuses a rule that yields an id which its messages do not have", () => {
  const unchecked = rule({
    ...description,
    messages: { found: "is found" },
    // @ts-expect-error The messages have no such id.
    *find() {
      yield at(args, "", "gone");
    },
  });
  expect(Object.keys(unchecked.messages)).toEqual(["found"]);
});

it("a fact is computed once for each change", () => {
  const requestedKeys: string[] = [];
  const factOf = oncePerChange(({ key }) => {
    requestedKeys.push(key);
    return undefined;
  });
  const first = changeOf("a");
  for (const change of [first, first, changeOf("b"), first]) factOf(change);
  expect(requestedKeys).toEqual(["a", "b"]);
});

it("a message has values in the places of names in braces, whatever they contain", () => {
  expect(formatMessage("{was} becomes {now}", { was: "{now}", now: "$&" })).toBe(
    "{now} becomes $&",
  );
});
