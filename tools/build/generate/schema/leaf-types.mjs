/**
 * @typedef {import("../../../../dist/core/schema/field.js").LeafRow} LeafRow
 * @typedef {import("./types.mjs").Spec} Spec
 */

const text = { type: "string" };
const texts = { type: "array", items: text };

/**
 * Without defaults: an absent argument equals its documented one already.
 * @type {Readonly<Record<Exclude<LeafRow["kind"], "oneOf">, Spec>>}
 */
const types = {
  string: text,
  domain: text,
  boolean: { type: "boolean" },
  uint32: { type: "integer" },
  fraction: { type: "number" },
  set: texts,
  list: texts,
  headerNames: texts,
  headers: { type: "object", additionalProperties: text },
  json: { type: "object", additionalProperties: { $ref: "pulumi.json#/Any" } },
};

/**
 * @param {LeafRow} row not one of several texts, which have a type of their own
 * @returns {Spec}
 */
export function leafType(row) {
  return row.kind === "oneOf" ? types.uint32 : types[row.kind];
}

/**
 * The values that a text can have, for editors to propose.
 * @param {readonly string[]} values
 * @param {string} description
 * @returns {Spec}
 */
export const enumeration = (values, description) => ({
  type: "string",
  description,
  enum: values.map((value) => ({ name: enumName(value), value })),
});

/** @param {string} value such as `at+jwt` */
const enumName = (value) => value.replaceAll(/(?:^|\W|_)(\w)/g, (_, first) => first.toUpperCase());

/**
 * Any text, too: a program keeps compiling when the API gets another value.
 * @param {Spec} type
 * @returns {Spec}
 */
export const relaxed = (type) => ({ ...text, oneOf: [text, type] });
