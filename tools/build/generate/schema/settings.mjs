import field from "../../../../dist/core/schema/field.js";
import { documentedRows } from "./documented-rows.mjs";

/** @typedef {import("./types.mjs").Spec} Spec */

/**
 * The settings of the provider, which are its stack config and its arguments. What an environment variable has is not a
 * default of the schema: an SDK would read it in the program, and the state would keep it. Nor has a text a type of its values:
 * SDKs read and send what is not plain text as JSON.
 * @param {import("./types.mjs").Types} types
 * @param {import("./documentation.mjs").Documentation} documentation
 * @param {import("../../../../dist/core/schema/field.js").Table} settings
 * @returns {Readonly<Record<string, Spec>>}
 */
export const settingSpecs = (types, documentation, settings) =>
  types.properties(
    documentedRows("ProviderArgs", field.inputRows(settings).map(asText), documentation.membersOf("ProviderArgs")),
  );

/**
 * @param {readonly [string, import("../../../../dist/core/schema/field.js").Row]} setting
 * @returns {readonly [string, import("../../../../dist/core/schema/field.js").Row]}
 */
const asText = ([name, row]) => [name, row.kind === "oneOf" ? { kind: "string" } : row];
