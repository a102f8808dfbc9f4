import { isDeepStrictEqual } from "node:util";
import type { InterfaceType, Type } from "typescript";
import tokens from "../../../../build/core/definitions/define.js";
import cases from "../../../../build/core/schema/case.js";
import field, { type LeafRow, type Row, type Table } from "../../../../build/core/schema/field.js";
import { Problem } from "../../../base/say.mjs";
import {
  type Documentation,
  type DocumentedRow,
  documentedRows,
  type Member,
} from "./documentation.mts";

/**
 * The use of a type. Only arguments have enumerations: generators check an output that is a text or a value of an
 * enumeration as if it were an object, and fail on values of a newer API.
 */
type Use = "input" | "output";

/** A part of a schema. */
export type Spec = { readonly [key: string]: unknown };

/** The named types of a schema, collected while its properties are generated. */
export class Types {
  #known: Map<string, { type?: Type; table: Table; spec: Spec }> = new Map();
  readonly documentation;

  constructor(documentation: Documentation) {
    this.documentation = documentation;
  }

  /** The types, by token. */
  specs(): Record<string, Spec> {
    const sorted = [...this.#known].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([name, { spec }]) => [tokens.pluginToken(name), spec]));
  }

  property(row: Row, member: Member, use: Use): Spec {
    return {
      ...this.#type(row, member, use),
      description: member.text,
      ...(row.secret && { secret: true }),
    };
  }

  properties(rows: readonly DocumentedRow[], use: Use): Readonly<Record<string, Spec>> {
    return Object.fromEntries(
      rows.map(({ name, row, member }) => [name, this.property(row, member, use)]),
    );
  }

  /** Adds a type that is not an interface, and returns the reference to it. */
  add(name: string, spec: Spec): Spec {
    if (this.#known.has(name)) throw new Problem(`${name}: there are two types of that name`);
    this.#known.set(name, { table: {}, spec });
    return reference(name);
  }

  #type(row: Row, member: Member, use: Use): Spec {
    if (row.kind === "oneOf" && !row.values.every(isText)) return types.uint32;
    if (row.kind === "oneOf")
      return use === "output" ? text : this.#enumeration(row.values.filter(isText), member);
    if (row.kind === "uint32")
      return (row.max ?? Number.POSITIVE_INFINITY) > MAX_INT32 ? types.fraction : types.uint32;
    if (row.kind !== "object" && row.kind !== "objects") return types[row.kind];
    if (!member.type.isClassOrInterface())
      throw new Problem(`${member.owner}.${member.name}: the type of its value has no name`);
    const type = this.#reference(member.type, row.fields, use);
    return row.kind === "object" ? type : { type: "array", items: type };
  }

  /** The values of an argument, as a named type, so that editors propose them. */
  #enumeration(values: readonly string[], { owner, name, text: documentation }: Member) {
    const type = `${owner.replace(/Args$/, "")}${cases.capitalized(name)}`;
    const [description] = documentation.split(/(?<=\.)\s/);
    const descriptions = describedValues(documentation);
    const named = values.map((value) => {
      const meaning = descriptions.get(value);
      if (meaning === undefined)
        throw new Problem(`${owner}.${name}: the value ${value} is not described`);
      return { name: enumName(value), description: meaning, value };
    });
    this.#known.set(type, { table: {}, spec: { ...text, description, enum: named } });
    // Any other text is accepted too, so that a program keeps compiling when the API gets another value.
    return { ...text, oneOf: [text, reference(type)] };
  }

  #reference(type: InterfaceType, table: Table, use: Use) {
    const name = type.symbol.name.replace(
      /Args$/,
      use === "output" && hasEnumeration(table) ? "Response" : "",
    );
    const known = this.#known.get(name);
    if (known && (known.type !== type || !isDeepStrictEqual(known.table, table)))
      throw new Problem(`${name}: two tables ask for a type of that name`);
    if (!known) this.#known.set(name, { type, table, spec: this.#objectType(type, table, use) });
    return reference(name);
  }

  #objectType(type: InterfaceType, table: Table, use: Use) {
    const description = this.documentation.text(type.symbol);
    const rows = documentedRows(
      type.symbol.name,
      field.inputRows(table),
      this.documentation.members(type),
    );
    const requiredRows = rows.filter(({ row }) => row.required);
    return {
      type: "object",
      description,
      properties: this.properties(rows, use),
      ...required(requiredRows),
    };
  }
}

/** True if a value of an object is one of an enumeration, at any depth. */
const hasEnumeration = (table: Table): boolean =>
  Object.values(table).some((row) =>
    row.kind === "oneOf" ? row.values.every(isText) : "fields" in row && hasEnumeration(row.fields),
  );

/**
 * Reads the description of each value from the documentation of an argument, in a list such as "- `rsa`: RSA keys.".
 */
const describedValues = (documentation: string): ReadonlyMap<string, string> =>
  new Map(
    [...documentation.matchAll(/^- `([^`]+)`: (.+)$/gm)].map(([, value = "", meaning = ""]) => [
      value,
      cases.capitalized(meaning),
    ]),
  );

const isText = (value: unknown): value is string => typeof value === "string";

const reference = (name: string) => ({ $ref: `#/types/${tokens.pluginToken(name)}` });

export const required = (rows: readonly { name: string }[], key: string = "required"): Spec =>
  rows.length === 0 ? {} : { [key]: rows.map(({ name }) => name) };

const text = { type: "string" };
const texts = { type: "array", items: text };

/** The greatest integer of SDKs for Java and .NET: they read any greater integer as this value. */
const MAX_INT32 = 2 ** 31 - 1;

/** The types have no defaults, because an absent argument already equals its documented default. */
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

/** @param value such as `at+jwt` */
const enumName = (value: string) =>
  value.replaceAll(/(?:^|\W|_)(\w)/g, (_, first) => first.toUpperCase());
