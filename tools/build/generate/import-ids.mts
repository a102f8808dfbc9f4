import definitions from "../../../dist/core/definitions/index.js";
import schema from "../../../dist/core/schema/definition.js";
import { code, table } from "../../base/markdown-table.mts";

/** @returns what an object of each kind is imported by */
export const importIdsTable = (): string =>
  table(
    ["type", "id"],
    Object.values(definitions).map((each) => [code(each.pluginToken), code(schema.importIdFormat(each))]),
  );
