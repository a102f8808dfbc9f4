import definitions from "../../../dist/core/definitions/index.js";
import field, { type Table } from "../../../dist/core/schema/field.js";
import { apiLink, code, table } from "../../base/markdown-table.mts";

/** @returns the resources with ids of their own */
export const resourcesTable = (): string =>
  table(
    ["resource", "in the API's reference", "a change of these replaces it"],
    Object.values(definitions).flatMap(({ kind, type, title, fields }) =>
      kind === "collection" ? [[code(type), apiLink(title), replacing(fields).map(code).join(", ")]] : [],
    ),
  );

const replacing = (fields: Table) => field.inputRows(fields).flatMap(([name, row]) => (row.createOnly ? [name] : []));
