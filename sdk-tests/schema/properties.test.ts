import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffOf as diff } from "../../src/core/lifecycle/lifecycle";
import { check } from "../../src/core/schema/check";
import { bodyRows, inputRows, type Row, type Table, wireName } from "../../src/core/schema/field";
import { merge } from "../../src/core/schema/merge";
import { isObject, UNKNOWN, type Values, type WireObject } from "../../src/core/schema/values";
import { createBody, fromAnswer, updateBody } from "../../src/core/schema/wire";
import { cases } from "../cases";
import { argumentsOf, THOUSAND_RUNS } from "../support/arbitraries";
import { resourceOf } from "../support/resources";

/** What holds for all arguments of every resource. A failure prints the seed and path that repeat it. */

const anyType = fc.constantFrom(...cases.map(({ type }) => type));

const anyResource = anyType.chain((type) =>
  fc.record({ type: fc.constant(type), args: argumentsOf(resourceOf(type).definition.fields) }),
);

/** How the service answers a body: each value where an answer has it. */
function answerTo(table: Table, body: WireObject): WireObject {
  const answer: Record<string, unknown> = {};
  for (const [key, row] of bodyRows(table)) {
    const value = answerValue(row, body[wireName(key, row)]);
    const [member = "", list, rest] = (row.readFrom ?? wireName(key, row)).split(/(\[\])?\./);
    if (rest === undefined) answer[member] = value;
    else if (list && Array.isArray(value)) answer[member] = value.map((item) => ({ [rest]: item }));
    else if (value !== undefined) answer[member] = { [rest]: value };
  }
  return answer;
}

function answerValue(row: Row, value: unknown): unknown {
  if (row.kind === "object" && isObject(value)) return answerTo(row.fields, value);
  if (row.kind === "objects" && Array.isArray(value)) return value.map((item) => answerTo(row.fields, item));
  return value;
}

/** An answer is about the path that was asked. */
const inPath = (table: Table, inputs: Values): WireObject =>
  Object.fromEntries(
    inputRows(table).flatMap(([key, row]) => (row.pathParameter ? [[wireName(key, row), inputs[key]]] : [])),
  );

const overTheWire = (value: WireObject): WireObject => JSON.parse(JSON.stringify(value)) as WireObject;

/** Values with the leaves that are chosen unknown. */
function withUnknowns(value: unknown, choose: () => boolean): unknown {
  if (choose()) return UNKNOWN;
  if (Array.isArray(value)) return value.map((item) => withUnknowns(item, choose));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withUnknowns(member, choose)]));
}

const upper = (text: unknown): string => String(text).toUpperCase();

/** How a value can be stated otherwise and mean the same, by its kind; other kinds have one form. */
const otherForms: Partial<Record<Row["kind"], (value: unknown) => unknown>> = {
  domain: (name) => `${upper(name)}.`,
  set: (items) => [...(items as unknown[]), ...(items as unknown[])].reverse(),
  headerNames: (names) => (names as unknown[]).map(upper).reverse(),
  headers: (values) =>
    Object.fromEntries(
      Object.entries(values as Values)
        .map(([name, text]) => [upper(name), text])
        .reverse(),
    ),
};

/** The same arguments as another program, or the service, states them. */
const respelled = (table: Table, values: Values): Values => ({
  ...values,
  ...Object.fromEntries(inputRows(table).map(([key, row]) => [key, respelledValue(row, values[key])])),
});

function respelledValue(row: Row, value: unknown): unknown {
  // What is absent is at its default.
  if (value === undefined || value === null) return row.default ?? value;
  if (row.kind === "object") return respelled(row.fields, value as Values);
  if (row.kind !== "objects") return otherForms[row.kind]?.(value) ?? value;
  const items = (value as Values[]).map((item) => respelled(row.fields, item));
  return row.ordered ? items : items.reverse();
}

/** Chooses by these bits, one after the other. */
function chooser(bits: readonly boolean[]): () => boolean {
  let next = 0;
  return () => bits[next++ % bits.length] ?? false;
}

const bits = fc.array(fc.boolean(), { minLength: 1, maxLength: 40 });

const unknownIn = (args: Values, choose: () => boolean): Values =>
  Object.fromEntries(Object.entries(args).map(([key, value]) => [key, withUnknowns(value, choose)]));

describe("for all arguments", () => {
  it("what is sent, answered and read again is what was asked for", () => {
    const roundTrip = fc.property(anyResource, ({ type, args }) => {
      const resource = resourceOf(type);
      const { fields } = resource.definition;
      const { inputs, problems } = check(fields, args);
      expect(problems).toEqual([]);
      const answer = overTheWire({ ...answerTo(fields, createBody(fields, inputs)), ...inPath(fields, inputs) });
      const state = merge(fields, inputs, fromAnswer(fields, answer).values);
      expect(diff(resource, state, inputs)).toMatchObject({ changed: [], replaces: [] });
    });
    fc.assert(roundTrip, THOUSAND_RUNS);
  });

  it("there is no difference to themselves, in whatever order and spelling", () => {
    const same = fc.property(anyResource, ({ type, args }) => {
      const resource = resourceOf(type);
      expect(diff(resource, args, respelled(resource.definition.fields, args)).changed).toEqual([]);
    });
    fc.assert(same, THOUSAND_RUNS);
  });

  it("unknown values are accepted at any leaves, and never sent for known ones", () => {
    const unknowns = fc.property(anyResource, bits, ({ type, args }, chosen) => {
      const resource = resourceOf(type);
      const unknown = unknownIn(args, chooser(chosen));
      expect(check(resource.definition.fields, unknown).problems).toEqual([]);
      expect(diff(resource, unknown, structuredClone(unknown)).changed).toEqual([]);
      const known = Object.keys(args).filter((key) => JSON.stringify(unknown[key]) === JSON.stringify(args[key]));
      expect(diff(resource, args, unknown).changed.filter((key) => known.includes(key))).toEqual([]);
    });
    fc.assert(unknowns, THOUSAND_RUNS);
  });

  it("checking is idempotent", () => {
    const idempotent = fc.property(anyResource, ({ type, args }) => {
      const { fields } = resourceOf(type).definition;
      const { inputs } = check(fields, args);
      expect(check(fields, inputs)).toEqual({ inputs, problems: [] });
    });
    fc.assert(idempotent, THOUSAND_RUNS);
  });

  it("an update sends what changed, and nothing else", () => {
    const two = anyType.chain((type) => {
      const args = argumentsOf(resourceOf(type).definition.fields);
      return fc.record({ type: fc.constant(type), olds: args, news: args });
    });
    const minimal = fc.property(two, ({ type, olds, news }) => {
      const resource = resourceOf(type);
      const { changed } = diff(resource, olds, news);
      const sent = Object.keys(updateBody(resource.definition.fields, news, changed));
      const expected = bodyRows(resource.definition.fields).filter(([key]) => changed.includes(key));
      expect(sent.sort()).toEqual(expected.map(([key, row]) => wireName(key, row)).sort());
    });
    fc.assert(minimal, THOUSAND_RUNS);
  });
});
