import { isDeepStrictEqual } from "node:util";
import tokens from "../../../../dist/core/definitions/define.js";
import cases from "../../../../dist/core/schema/case.js";
import field from "../../../../dist/core/schema/field.js";
import { Problem } from "../../../base/say.mjs";
import { documentedRows } from "./documented-rows.mjs";
import { enumeration, leafType, relaxed } from "./leaf-types.mjs";

/**
 * @typedef {import("../../../../dist/core/schema/field.js").Row} Row
 * @typedef {import("../../../../dist/core/schema/field.js").Table} Table
 * @typedef {import("./documentation.mjs").Documentation} Documentation
 * @typedef {import("./documentation.mjs").Member} Member
 * @typedef {import("./documented-rows.mjs").DocumentedRow} DocumentedRow
 * @typedef {{ readonly [key: string]: unknown }} Spec a part of a schema
 */

/** The named types of a schema, collected while its properties are written. */
export class Types {
  /** @type {Map<string, { type?: import("typescript").Type, table: Table, spec: Spec }>} */
  #known = new Map();
  #documentation;

  /** @param {Documentation} documentation */
  constructor(documentation) {
    this.#documentation = documentation;
  }

  /** @returns {Record<string, Spec>} by their tokens */
  specs() {
    const sorted = [...this.#known].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([name, { spec }]) => [tokens.pluginToken(name), spec]));
  }

  /**
   * @param {Row} row
   * @param {Member} member
   * @returns {Spec}
   */
  property(row, member) {
    return { ...this.#type(row, member), description: member.text, ...(row.secret && { secret: true }) };
  }

  /**
   * @param {readonly DocumentedRow[]} rows
   * @returns {Readonly<Record<string, Spec>>}
   */
  properties(rows) {
    return Object.fromEntries(rows.map(({ name, row, member }) => [name, this.property(row, member)]));
  }

  /**
   * Adds a type that no interface has.
   * @param {string} name
   * @param {Spec} spec
   * @returns {Spec} the reference to it
   */
  add(name, spec) {
    if (this.#known.has(name)) throw new Problem(`${name}: there are two types of that name`);
    this.#known.set(name, { table: {}, spec });
    return reference(name);
  }

  /**
   * @param {Row} row
   * @param {Member} member
   * @returns {Spec}
   */
  #type(row, member) {
    if (row.kind === "oneOf" && row.values.every(isText)) return relaxed(this.#enumeration(row.values, member));
    if (row.kind !== "object" && row.kind !== "objects") return leafType(row);
    if (!member.type.isClassOrInterface())
      throw new Problem(`${member.owner}.${member.name}: the type of its value has no name`);
    const type = this.#reference(member.type, row.fields);
    return row.kind === "object" ? type : { type: "array", items: type };
  }

  /**
   * The values of an argument, which are a type of their own.
   * @param {readonly string[]} values
   * @param {Member} member
   */
  #enumeration(values, { owner, name, text }) {
    const type = `${owner.replace(/Args$/, "")}${cases.capitalized(name)}`;
    const [description = text] = text.split(/(?<=\.)\s/);
    this.#known.set(type, { table: {}, spec: enumeration(values, description) });
    return reference(type);
  }

  /**
   * @param {import("typescript").InterfaceType} type
   * @param {Table} table
   */
  #reference(type, table) {
    const name = type.symbol.name.replace(/Args$/, "");
    const known = this.#known.get(name);
    if (known && (known.type !== type || !isDeepStrictEqual(known.table, table)))
      throw new Problem(`${name}: two tables ask for a type of that name`);
    if (!known) this.#known.set(name, { type, table, spec: this.#objectType(type, table) });
    return reference(name);
  }

  /**
   * @param {import("typescript").InterfaceType} type
   * @param {Table} table
   */
  #objectType(type, table) {
    const description = this.#documentation.text(type.symbol);
    const rows = documentedRows(type.symbol.name, field.inputRows(table), this.#documentation.members(type));
    const requiredRows = rows.filter(({ row }) => row.required);
    return { type: "object", description, properties: this.properties(rows), ...required(requiredRows) };
  }
}

/**
 * @param {unknown} value
 * @returns {value is string}
 */
const isText = (value) => typeof value === "string";

/** @param {string} name */
const reference = (name) => ({ $ref: `#/types/${tokens.pluginToken(name)}` });

/**
 * @param {readonly { name: string }[]} rows
 * @returns {Spec}
 */
export const required = (rows) => (rows.length === 0 ? {} : { required: rows.map(({ name }) => name) });
