import definitions from "../../../dist/core/schema/definition.js";
import { token } from "./tokens.mjs";

/**
 * The section of a resource's description that shows how an existing object is imported.
 * @param {import("../../../dist/core/schema/definition.js").Definition} definition
 * @param {string} name of the resource
 * @returns {string}
 */
export const importSection = (definition, name) =>
  `## Import\n\n\`\`\`sh\npulumi import ${token(definition.type)} ${name} ${definitions.importIdFormat(definition)}\n\`\`\``;
