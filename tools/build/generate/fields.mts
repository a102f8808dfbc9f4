import definitions from "../../../build/core/definitions/index.js";
import modules from "../../../build/core/definitions/modules/index.js";
import schema, { type Definition } from "../../../build/core/schema/definition.js";
import type { Equivalence } from "../../../build/core/schema/equivalence.js";
import field, { type Row, type Table } from "../../../build/core/schema/field.js";
import { apiLink, code, table } from "../../base/markdown-table.mts";

/** A field: its path in a program, and its path in a body. */
type Field = { path: string; wirePath: string; row: Row };

/** The text of docs/fields.md. */
export function fieldsDocument(): string {
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
    ...Object.entries(modules.routeModules).flatMap(([name, fields]) =>
      section(`Module ${name}`, fieldsOf(fields)),
    ),
  ].join("\n");
}

function idsOf(definition: Definition) {
  const imported = schema.importIdFormat(definition);
  const format = definition.kind === "collection" ? "<id>" : imported;
  const own = `Id in the state: ${code(format)}`;
  return imported === format
    ? `${own}, also for an import.`
    : `${own}. Id for an import: ${code(imported)}.`;
}

/**
 * The fields of a resource, including arguments that no body contains, and without the fields of the modules, which
 * have their own sections.
 */
function ownFields(fields: Table): Field[] {
  const unsent = field.inputRows(fields).filter(([, row]) => row.pathParameter ?? row.providerOnly);
  const prefixes = Object.keys(modules.routeModules).map((name) => `${name}.`);
  const sent = fieldsOf(fields).filter(
    ({ path }) => !prefixes.some((prefix) => path.startsWith(prefix)),
  );
  return [
    ...unsent.map(([path, row]) => ({
      path,
      wirePath: row.pathParameter ? "(path)" : "(not sent)",
      row,
    })),
    ...sent,
  ];
}

/** The fields of a table, including those of nested objects with their paths; `[]` is any item. */
function fieldsOf(fields: Table, path = "", wirePath = ""): Field[] {
  return field.bodyRows(fields).flatMap(([key, row]) => {
    const own = { path: path + key, wirePath: wirePath + field.wireName(key, row), row };
    if (row.kind !== "object" && row.kind !== "objects") return [own];
    const step = row.kind === "object" ? "." : "[].";
    return [own, ...fieldsOf(row.fields, own.path + step, own.wirePath + step)];
  });
}

const section = (title: string, fields: readonly Field[], intro: string = "") => [
  "",
  `## ${title}`,
  "",
  ...(intro === "" ? [] : [intro, ""]),
  table(
    ["argument", "type", "on the wire", ""],
    fields.map(({ path, wirePath, row }) => [
      code(path),
      typeOf(row),
      code(wirePath),
      remarks(row).join(", "),
    ]),
  ),
];

function outputs(fields: Table) {
  const names = field.outputRows(fields).map(([name]) => code(name));
  return names.length === 0 ? [] : ["", `Outputs: ${names.join(", ")}.`];
}

/** Descriptions of the differences that are ignored. */
const EQUAL_UP_TO: Readonly<Record<Equivalence, string>> = {
  whiteSpace: "equal up to white space around it and the form of line ends",
  letterCase: "equal up to letter case",
  domain: "equal up to the spelling of domain names",
  mailAddress: "equal up to letter case and the spelling of the domain",
  match: "equal up to the spelling of the host",
  ellipticCurve: "equal up to the names of a curve",
};

const remarks = (row: Row): string[] => [
  ...(row.required ? ["required"] : []),
  ...(row.secret ? ["secret"] : []),
  ...(row.createOnly ? ["a change replaces"] : []),
  ...(row.kind !== "object" && row.kind !== "objects" && row.equalUpTo
    ? [EQUAL_UP_TO[row.equalUpTo]]
    : []),
  ...(row.kind === "uint32" ? [`${row.min ?? 0} to ${row.max ?? 2 ** 32 - 1}`] : []),
  ...("maxBytes" in row ? [`at most ${row.maxBytes} bytes`] : []),
  ...(row.kind === "fraction" ? ["0 to 1"] : []),
  ...("values" in row ? [row.values.map(String).join(" or ")] : []),
  ...("exactlyOne" in row ? ["exactly one member"] : []),
  ...(row.default === undefined ? [] : [`default ${String(row.default)}`]),
  ...(row.requiredWith
    ? [`needs ${Object.entries(row.requiredWith).map(needed).join(" and ")}`]
    : []),
];

const needed = ([name, value]: [name: string, value: unknown]) =>
  value === true ? name : `${name} ${String(value)}`;

/** Names of types from the API reference. */
const typeNames: Readonly<Record<Row["kind"], string>> = {
  ...{
    string: "string",
    domain: "domain name",
    boolean: "boolean",
    uint32: "integer",
    fraction: "number",
  },
  ...{
    oneOf: "one of the values",
    object: "object",
    objects: "list of objects",
    json: "any JSON object",
  },
  ...{
    set: "set of strings",
    list: "list of strings",
    headerNames: "set of header names",
    headers: "map of strings",
  },
};

const typeOf = (row: Row) => typeNames[row.kind];
