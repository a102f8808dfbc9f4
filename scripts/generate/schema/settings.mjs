import field from "../../../dist/core/schema/field.js";
import { documentedRows } from "./documented-rows.mjs";

/** @typedef {import("./types.mjs").Spec} Spec */

/**
 * The settings of the provider, which are its stack config and its arguments. What an environment variable has is not a
 * default of the schema: an SDK would read it in the program, and the state would keep it.
 * @param {import("./types.mjs").Types} types
 * @param {import("./documentation.mjs").Documentation} documentation
 * @param {import("../../../dist/core/schema/field.js").Table} settings
 * @returns {Readonly<Record<string, Spec>>}
 */
export const settingSpecs = (types, documentation, settings) =>
  types.properties(documentedRows("ProviderArgs", field.inputRows(settings), documentation.membersOf("ProviderArgs")));
