import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffState as diff } from "../../src/core/lifecycle/lifecycle";
import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import { check } from "../../src/core/schema/check";
import { bodyRows, wireName } from "../../src/core/schema/field";
import { merge } from "../../src/core/schema/merge";
import { isObject, type Values } from "../../src/core/schema/values";
import { createBody, fromWire, updateBody } from "../../src/core/schema/wire";
import { cases } from "../cases";
import { answerTo, inPath, overTheWire, respelled } from "../support/answers";
import { argumentsOf, THOUSAND_RUNS } from "../support/arbitraries";
import { resourceOf } from "../support/resources";

/** Properties that hold for all arguments of every resource. A failure prints the seed and path that repeat it. */

const anyType = fc.constantFrom(...cases.map(({ type }) => type));

const anyResource = anyType.chain((type) =>
  fc.record({ type: fc.constant(type), args: argumentsOf(resourceOf(type).definition.fields) }),
);

/** Replaces the chosen leaves of values with unknown values. */
function withUnknowns(value: unknown, choose: () => boolean): unknown {
  if (choose()) return UNKNOWN;
  if (Array.isArray(value)) return value.map((item) => withUnknowns(item, choose));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withUnknowns(member, choose)]),
  );
}

/** Chooses by these bits in sequence. */
function chooser(bits: readonly boolean[]): () => boolean {
  let next = 0;
  return () => bits[next++ % bits.length] ?? false;
}

const bits = fc.array(fc.boolean(), { minLength: 1, maxLength: 40 });

const unknownIn = (args: Values, choose: () => boolean): Values =>
  Object.fromEntries(
    Object.entries(args).map(([key, value]) => [key, withUnknowns(value, choose)]),
  );

describe("for all arguments", () => {
  it("what is sent, answered and read again is what was asked for", () => {
    const roundTrip = fc.property(anyResource, ({ type, args }) => {
      const resource = resourceOf(type);
      const { fields } = resource.definition;
      const { inputs, problems } = check(fields, args);
      expect(problems).toEqual([]);
      const answer = overTheWire({
        ...answerTo(fields, createBody(fields, inputs)),
        ...inPath(fields, inputs),
      });
      const state = merge(fields, inputs, fromWire(fields, answer).values);
      expect(diff(resource, state, inputs)).toMatchObject({ changed: [], replaces: [] });
    });
    fc.assert(roundTrip, THOUSAND_RUNS);
  });

  it("they do not differ from themselves, in whatever order and spelling", () => {
    const same = fc.property(anyResource, ({ type, args }) => {
      const resource = resourceOf(type);
      expect(diff(resource, args, respelled(resource.definition.fields, args)).changed).toEqual([]);
    });
    fc.assert(same, THOUSAND_RUNS);
  });

  it("unknown values are accepted at any leaves, and never sent for known ones", () => {
    const unknowns = fc.property(anyResource, bits, ({ type, args }, choices) => {
      const resource = resourceOf(type);
      const unknown = unknownIn(args, chooser(choices));
      expect(check(resource.definition.fields, unknown).problems).toEqual([]);
      expect(diff(resource, unknown, structuredClone(unknown)).changed).toEqual([]);
      const known = Object.keys(args).filter(
        (key) => JSON.stringify(unknown[key]) === JSON.stringify(args[key]),
      );
      expect(diff(resource, args, unknown).changed.filter((key) => known.includes(key))).toEqual(
        [],
      );
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
      const expected = bodyRows(resource.definition.fields).filter(([key]) =>
        changed.includes(key),
      );
      expect(sent.sort()).toEqual(expected.map(([key, row]) => wireName(key, row)).sort());
    });
    fc.assert(minimal, THOUSAND_RUNS);
  });
});
