import { isDeepStrictEqual } from "node:util";
import field from "../../../dist/core/schema/field.js";
import { Problem } from "../../lib/say.mjs";
import { commentOf } from "./comments.mjs";
import { documentedRows } from "./documented-rows.mjs";
import { declarationOf, membersOf } from "./interfaces.mjs";
import { leafType } from "./leaf-types.mjs";
import { token } from "./tokens.mjs";

/**
 * @typedef {import("../../../dist/core/schema/field.js").Row} Row
 * @typedef {import("../../../dist/core/schema/field.js").Table} Table
 * @typedef {import("./interfaces.mjs").Declarations} Declarations
 * @typedef {import("./interfaces.mjs").Member} Member
 * @typedef {{ readonly [key: string]: unknown }} Spec a part of a schema
 */

/** The named types of a schema, collected while its properties are written. */
export class Types {
  /** @type {Map<string, { interfaceName: string, table: Table, spec: Spec }>} */
  #known = new Map();
  #declarations;

  /** @param {Declarations} declarations */
  constructor(declarations) {
    this.#declarations = declarations;
  }

  /** @returns {Record<string, Spec>} by their tokens */
  specs() {
    const sorted = [...this.#known].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([name, { spec }]) => [token(name), spec]));
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
   * Adds a type that no interface has.
   * @param {string} name
   * @param {Spec} spec
   * @returns {Spec} the reference to it
   */
  add(name, spec) {
    if (this.#known.has(name)) throw new Problem(`${name}: there are two types of that name`);
    this.#known.set(name, { interfaceName: name, table: {}, spec });
    return reference(name);
  }

  /**
   * @param {Row} row
   * @param {Member} member
   * @returns {Spec}
   */
  #type(row, member) {
    if (row.kind !== "object" && row.kind !== "objects") return leafType(row);
    if (member.type === undefined)
      throw new Problem(`${member.owner}.${member.name}: the type of its value has no name`);
    const type = this.#reference(member.type, row.fields);
    return row.kind === "object" ? type : { type: "array", items: type };
  }

  /**
   * @param {string} interfaceName
   * @param {Table} table
   */
  #reference(interfaceName, table) {
    const name = interfaceName.replace(/Args$/, "");
    const known = this.#known.get(name);
    if (known && (known.interfaceName !== interfaceName || !isDeepStrictEqual(known.table, table)))
      throw new Problem(`${name}: two tables ask for a type of that name`);
    if (!known) this.#known.set(name, { interfaceName, table, spec: this.#objectType(interfaceName, table) });
    return reference(name);
  }

  /**
   * @param {string} interfaceName
   * @param {Table} table
   */
  #objectType(interfaceName, table) {
    const description = commentOf(declarationOf(this.#declarations, interfaceName));
    if (description === "") throw new Problem(`${interfaceName} has no documentation`);
    const rows = documentedRows(interfaceName, field.inputRows(table), membersOf(this.#declarations, interfaceName));
    return {
      type: "object",
      description,
      properties: Object.fromEntries(rows.map(({ name, row, member }) => [name, this.property(row, member)])),
      ...required(rows.filter(({ row }) => row.required)),
    };
  }
}

/** @param {string} name */
const reference = (name) => ({ $ref: `#/types/${token(name)}` });

/**
 * @param {readonly { name: string }[]} rows
 * @returns {Spec}
 */
export const required = (rows) => (rows.length === 0 ? {} : { required: rows.map(({ name }) => name) });
