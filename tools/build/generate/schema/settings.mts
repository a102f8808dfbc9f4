import field, { type Row, type Table } from "../../../../dist/core/schema/field.js";
import type { Documentation } from "./documentation.mts";
import { documentedRows } from "./documented-rows.mts";
import type { Spec, Types } from "./types.mts";

/**
 * The settings of the provider, which are its stack config and its arguments. What an environment variable has is not a
 * default of the schema: an SDK would read it in the program, and the state would keep it. Nor has a text a type of its values:
 * SDKs read and send what is not plain text as JSON.
 */
export const settingSpecs = (
  types: Types,
  documentation: Documentation,
  settings: Table,
): Readonly<Record<string, Spec>> =>
  types.properties(
    documentedRows("ProviderArgs", field.inputRows(settings).map(asText), documentation.membersOf("ProviderArgs")),
  );

const asText = ([name, row]: readonly [string, Row]): readonly [string, Row] => [
  name,
  row.kind === "oneOf" ? { kind: "string" } : row,
];
