import settings from "../../../dist/core/definitions/settings.js";

/**
 * The token of a type, a resource or a function.
 * @param {string} name
 * @returns {string}
 */
export const token = (name) => `${settings.NAMESPACE}:index:${name}`;
