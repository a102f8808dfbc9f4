import definitions from "../../../dist/core/definitions/index.js";
import modules from "../../../dist/core/definitions/modules/index.js";
import schema from "../../../dist/core/schema/definition.js";
import field from "../../../dist/core/schema/field.js";
import { apiLink, code, table } from "../../base/markdown-table.mjs";

/**
 * @typedef {import("../../../dist/core/schema/field.js").Row} Row
 * @typedef {import("../../../dist/core/schema/field.js").Table} Table
 * @typedef {{ path: string, wirePath: string, row: Row }} Field where the program states it, and where a body has it
 */

/** @returns {string} docs/fields.md */
export function fieldsDocument() {
  return [
    "# Fields",
    "",
    "Every argument and output, from the provider's tables, which `npm test` compares with the golden bodies and with the",
    "local server. Written by `npm run generate`. The types of the package describe each argument in words.",
    "",
    "The TypeScript classes of module resources on a route also accept `route`, an `HttpsEdgeRoute`, in place of `edgeId` and",
    "`routeId`.",
    ...Object.values(definitions).flatMap((definition) => [
      ...section(
        definition.type,
        ownFields(definition.fields),
        `API reference: ${apiLink(definition.title)}. ${idsOf(definition)}`,
      ),
      ...outputs(definition.fields),
    ]),
    ...Object.entries(modules.routeModules).flatMap(([name, fields]) => section(`Module ${name}`, fieldsOf(fields))),
  ].join("\n");
}

/** @param {import("../../../dist/core/schema/definition.js").Definition} definition */
function idsOf(definition) {
  const imported = schema.importIdFormat(definition);
  const own = `Id in the state: ${code(definition.idFormat)}`;
  return imported === definition.idFormat
    ? `${own}, also for an import.`
    : `${own}. Id for an import: ${code(imported)}.`;
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
    ["argument", "type", "on the wire", ""],
    fields.map(({ path, wirePath, row }) => [code(path), typeOf(row), code(wirePath), remarks(row).join(", ")]),
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
  ...(row.kind === "uint32" ? [`${row.min ?? 0} to ${row.max ?? 2 ** 32 - 1}`] : []),
  ...("maxBytes" in row ? [`at most ${row.maxBytes} bytes`] : []),
  ...(row.kind === "fraction" ? ["0 to 1"] : []),
  ...("values" in row ? [row.values.map(String).join(" or ")] : []),
  ...("exactlyOne" in row ? ["exactly one member"] : []),
  ...(row.default === undefined ? [] : [`default ${String(row.default)}`]),
  ...(row.requiredWith ? [`needs ${Object.entries(row.requiredWith).map(needed).join(" and ")}`] : []),
];

/** @param {[name: string, value: unknown]} argument */
const needed = ([name, value]) => (value === true ? name : `${name} ${String(value)}`);

/** In the words of the API reference. @type {Readonly<Record<Row["kind"], string>>} */
const typeNames = {
  ...{ string: "string", domain: "domain name", boolean: "boolean", uint32: "integer", fraction: "number" },
  ...{ oneOf: "one of the values", object: "object", objects: "list of objects", json: "any JSON object" },
  ...{ set: "set of strings", list: "list of strings", headerNames: "set of header names", headers: "map of strings" },
};

/** @param {Row} row */
const typeOf = (row) => typeNames[row.kind];
