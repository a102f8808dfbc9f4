/**
 * @typedef {import("../../../dist/core/schema/field.js").LeafRow} LeafRow
 * @typedef {import("./types.mjs").Spec} Spec
 */

const text = { type: "string" };
const texts = { type: "array", items: text };

/**
 * Without defaults: an absent argument equals its documented one already. Without enumerations: their values stand in the
 * texts, and a program keeps compiling when the API gets another one.
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
 * @param {LeafRow} row
 * @returns {Spec}
 */
export function leafType(row) {
  if (row.kind !== "oneOf") return types[row.kind];
  return row.values.every((value) => typeof value === "number") ? types.uint32 : text;
}
