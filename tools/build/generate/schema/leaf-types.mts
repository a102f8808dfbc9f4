import type { LeafRow } from "../../../../dist/core/schema/field.js";
import type { Spec } from "./types.mts";

const text = { type: "string" };
const texts = { type: "array", items: text };

/** Without defaults: an absent argument equals its documented one already. */
const types: Readonly<Record<Exclude<LeafRow["kind"], "oneOf">, Spec>> = {
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

/** @param row not one of several texts, which have a type of their own */
export function leafType(row: LeafRow): Spec {
  return row.kind === "oneOf" ? types.uint32 : types[row.kind];
}

/** The values that a text can have, for editors to propose. */
export const enumeration = (values: readonly string[], description: string): Spec => ({
  type: "string",
  description,
  enum: values.map((value) => ({ name: enumName(value), value })),
});

/** @param value such as `at+jwt` */
const enumName = (value: string) => value.replaceAll(/(?:^|\W|_)(\w)/g, (_, first) => first.toUpperCase());

/** Any text, too: a program keeps compiling when the API gets another value. */
export const relaxed = (type: Spec): Spec => ({ ...text, oneOf: [text, type] });
