import field from "../../../dist/core/schema/field.js";
import { documentedRows } from "./documented-rows.mjs";
import { membersOf } from "./interfaces.mjs";

/**
 * @typedef {import("./types.mjs").Spec} Spec
 * @typedef {import("./types.mjs").Types} Types
 */

/**
 * The settings of the provider, which are its stack config and its arguments. What an environment variable has is not a
 * default of the schema: an SDK would read it in the program, and the state would keep it.
 * @param {Types} types
 * @param {import("./interfaces.mjs").Declarations} declarations
 * @param {import("../../../dist/core/schema/field.js").Table} settings
 * @returns {Readonly<Record<string, Spec>>}
 */
export const settingSpecs = (types, declarations, settings) =>
  Object.fromEntries(
    documentedRows("ProviderArgs", field.inputRows(settings), membersOf(declarations, "ProviderArgs")).map(
      ({ name, row, member }) => [
        name,
        types.property(row, { ...member, text: withFallback(member.text, row.environment) }),
      ],
    ),
  );

/**
 * Only the classes for TypeScript fall back to stack config where a provider has no such argument.
 * @param {string} text
 * @param {string | undefined} environment
 */
const withFallback = (text, environment) =>
  text
    .replace(
      / ?Falls back to `[^`]+`(?:, then `[^`]+`)?\./,
      environment === undefined ? "" : ` Falls back to the environment variable \`${environment}\`.`,
    )
    .trim();
