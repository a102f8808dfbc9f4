import field from "../../../dist/schema/field.js";
import { token } from "./tokens.mjs";

/**
 * The section of a resource's description that shows how an existing object is imported: by its id, behind the ids of what
 * it belongs to. The id of a module consists of those alone.
 * @param {import("../../../dist/schema/definition.js").Definition} definition
 * @param {string} name of the resource
 * @returns {string}
 */
export function importSection({ kind, type, fields, idFormat }, name) {
  const id = kind === "singleton" ? idFormat : [...field.pathKeys(fields), "id"].map((key) => `<${key}>`).join("/");
  return `## Import\n\n\`\`\`sh\npulumi import ${token(type)} ${name} ${id}\n\`\`\``;
}
