import definitions from "../../dist/core/definitions/index.js";
import modules from "../../dist/core/definitions/modules/index.js";
import field from "../../dist/core/schema/field.js";
import { code, table } from "./tables.mjs";

/**
 * @typedef {import("../../dist/core/schema/field.js").Row} Row
 * @typedef {import("../../dist/core/schema/field.js").Table} Table
 * @typedef {{ path: string, wirePath: string, row: Row }} Field where the program states it, and where a body has it
 */

/** @returns {string} docs/fields.md */
export function fieldsDocument() {
  return [
    "# Fields",
    "",
    "Every argument and output, from the provider's tables, which `npm test` compares with the golden bodies and with the",
    "local server. Written by `npm run generate`.",
    ...Object.values(definitions).flatMap(({ type, title, idFormat, fields }) => [
      ...section(type, ownFields(fields), `API reference: ${title}. Id: \`${idFormat}\`.`),
      ...outputs(fields),
    ]),
    ...Object.entries(modules.routeModules).flatMap(([name, fields]) => section(`Module ${name}`, fieldsOf(fields))),
  ].join("\n");
}

/**
 * With the arguments that no body carries, without those of the modules, which have sections of their own.
 * @param {Table} fields
 * @returns {Field[]}
 */
function ownFields(fields) {
  const unsent = field.inputRows(fields).filter(([, row]) => row.pathParameter ?? row.providerOnly);
  const prefixes = Object.keys(modules.routeModules).map((name) => `${name}.`);
  const sent = fieldsOf(fields).filter(({ path }) => !prefixes.some((prefix) => path.startsWith(prefix)));
  return [
    ...unsent.map(([path, row]) => ({ path, wirePath: row.pathParameter ? "(path)" : "(not sent)", row })),
    ...sent,
  ];
}

/**
 * Those of nested objects with their paths; `[]` stands for any item.
 * @param {Table} fields
 * @returns {Field[]}
 */
function fieldsOf(fields, path = "", wirePath = "") {
  return field.bodyRows(fields).flatMap(([key, row]) => {
    const own = { path: path + key, wirePath: wirePath + field.wireName(key, row), row };
    if (row.kind !== "object" && row.kind !== "objects") return [own];
    const step = row.kind === "object" ? "." : "[].";
    return [own, ...fieldsOf(row.fields, own.path + step, own.wirePath + step)];
  });
}

/**
 * @param {string} title
 * @param {readonly Field[]} fields
 * @param {string} [intro]
 */
const section = (title, fields, intro = "") => [
  "",
  `## ${title}`,
  "",
  ...(intro === "" ? [] : [intro, ""]),
  table(
    ["argument", "on the wire", ""],
    fields.map(({ path, wirePath, row }) => [code(path), code(wirePath), remarks(row).join(", ")]),
  ),
];

/** @param {Table} fields */
function outputs(fields) {
  const names = field.outputRows(fields).map(([name]) => code(name));
  return names.length === 0 ? [] : ["", `Outputs: ${names.join(", ")}.`];
}

/**
 * @param {Row} row
 * @returns {string[]}
 */
const remarks = (row) => [
  ...(row.required ? ["required"] : []),
  ...(row.secret ? ["secret"] : []),
  ...(row.createOnly ? ["a change replaces"] : []),
  ...("max" in row ? [`at most ${row.max}`] : []),
  ...("maxBytes" in row ? [`at most ${row.maxBytes} bytes`] : []),
  ...(row.kind === "fraction" ? ["0 to 1"] : []),
  ...("values" in row ? [row.values.map(String).join(" or ")] : []),
  ...("exactlyOne" in row ? ["exactly one member"] : []),
  ...(row.default === undefined ? [] : [`default ${String(row.default)}`]),
  ...(row.requiredWith ? [`needs ${Object.keys(row.requiredWith).join(" and ")}`] : []),
];
