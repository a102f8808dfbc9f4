import { describe, expect, it } from "vitest";
import type { Row } from "../../src/core/schema/field";
import { items } from "../../src/core/schema/row-types";
import { object, string, uint32 } from "../../src/core/schema/rows";
import { withDeclaredChoices, withoutServiceChoices } from "../../src/core/schema/service-choices";

const item = items<{ limit?: number; name?: string }>()({ limit: uint32(), name: string() });

/** Without a default, the service chooses the limits. */
const table: Readonly<Record<string, Row>> = {
  limit: uint32(),
  retries: uint32({ default: 3 }),
  name: string(),
  nested: object(item),
};

describe("without the choices of the service, values", () => {
  it("lack the limits that the service chose, at any depth, and have everything else", () => {
    const values = { limit: 7, retries: 5, name: "a", nested: { limit: 8, name: "b" }, other: 1 };
    expect(withoutServiceChoices(table, values)).toEqual({
      retries: 5,
      name: "a",
      nested: { name: "b" },
      other: 1,
    });
  });

  it("keep the limits that the other values have", () => {
    const values = { limit: 7, nested: { limit: 8 } };
    expect(withoutServiceChoices(table, values, { limit: 1, nested: { limit: 2 } })).toEqual(
      values,
    );
    expect(withoutServiceChoices(table, values, { limit: null, nested: null })).toEqual({
      nested: {},
    });
  });

  it("lack members without a value, and keep an object that is not set, or that is not an object", () => {
    const remaining = withoutServiceChoices(table, { name: undefined, nested: null });
    expect(Object.entries(remaining)).toEqual([["nested", null]]);
    expect(withoutServiceChoices(table, { nested: "text" })).toEqual({ nested: "text" });
  });
});

describe("a state with the declared choices", () => {
  const state = { name: "a", nested: { name: "b" } };
  const last = { limit: 7, name: "before", nested: { limit: 8, name: "before" } };

  it("has the limits that the last inputs and the declared arguments have, and the state does not", () => {
    expect(withDeclaredChoices(table, state, last, { limit: 1, nested: { limit: 2 } })).toEqual({
      limit: 7,
      name: "a",
      nested: { limit: 8, name: "b" },
    });
  });

  it.each([
    ["the program does not declare the limits", state, last, { name: "a" }, state],
    ["the program declares null", state, last, { limit: null, nested: null }, state],
    ["the last inputs have no limits", state, {}, { limit: 1, nested: { limit: 2 } }, state],
    [
      "the state has limits",
      { limit: 5, nested: { limit: 6 } },
      last,
      { limit: 1, nested: { limit: 2 } },
      { limit: 5, nested: { limit: 6 } },
    ],
    ["the state has no object", { name: "a" }, last, { nested: { limit: 2 } }, { name: "a" }],
    ["the state lacks another text", {}, last, { name: "a" }, {}],
  ])("stays as it is if %s", (_title, before, inputs, declared, expected) => {
    expect(withDeclaredChoices(table, before, inputs, declared)).toEqual(expected);
  });
});
