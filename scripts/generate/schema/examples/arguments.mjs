import { Problem } from "../../../lib/say.mjs";
import { isList, isMembers, Reference } from "./values.mjs";

/**
 * @typedef {import("../../../../dist/core/schema/field.js").Table} Table
 * @typedef {import("./program.mjs").Setting} Setting
 */

/**
 * Compares the arguments of an example with the table of its resource.
 * @param {import("../../../../dist/core/schema/definition.js").Definition} definition
 * @param {import("./values.mjs").Members} args
 * @returns {Setting[]} the variables among them
 */
export const checkArguments = ({ type, fields }, args) => settingsIn(`the example of ${type}`, fields, args);

/**
 * @param {string} path
 * @param {Table} table
 * @param {import("./values.mjs").Members} args
 * @returns {Setting[]}
 */
function settingsIn(path, table, args) {
  const missing = Object.keys(table).find((key) => table[key]?.required && !table[key]?.output && !(key in args));
  if (missing !== undefined) throw new Problem(`${path}: ${missing} is required`);
  return Object.entries(args).flatMap(([key, value]) => {
    const row = table[key];
    if (!row || row.output) throw new Problem(`${path}: ${key} is not an argument`);
    return (isList(value) ? [...value] : [value]).flatMap((each) => {
      if (each instanceof Reference)
        return each.resource === undefined ? [{ name: each.variable, isSecret: row.secret === true }] : [];
      return "fields" in row ? settingsIn(`${path}: ${key}`, row.fields, isMembers(each) ? each : {}) : [];
    });
  });
}
