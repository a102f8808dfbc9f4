import { describe, expect, it } from "vitest";
import manifest from "../../package.json";
import * as definitions from "../../src/core/definitions";
import { settings } from "../../src/core/definitions/settings";
import {
  type Definition,
  getFunction,
  isListed,
  listFunction,
} from "../../src/core/schema/definition";
import { inputRows, type Row, type Table } from "../../src/core/schema/field";
import { isObject, type PropertySpecs, propertiesAt, readSchema } from "../support/package-schema";

/** Tests that compare the plugin's package schema with the tables, by a walk that is independent of the generator. */

/** The id in the command that imports a resource, by the type of the resource. */
const importIds = {
  AgentIngress: "agin_1",
  HttpsEdgeRoute: "edghts_1/edghtsrt_1",
  HttpsEdgeRouteOAuth: "edghts_1/edghtsrt_1",
  TcpEdgeBackend: "edgtcp_1",
};

const schema = readSchema();

const all = Object.values<Definition>(definitions);

const token = (name: string): string => `edge-ingress:index:${name}`;

const resourceOf = ({ type }: Pick<Definition, "type">) => {
  const resource = schema.resources[token(type)];
  if (!resource)
    throw new Error(`src/fronts/plugin/schema.json has no ${type}: run \`npm run generate\``);
  return resource;
};

const sorted = (names: Iterable<string>): string[] => [...names].sort();

/** Every row with its path, outputs included. */
const rowsAt = (
  rows: readonly (readonly [string, Row])[],
  path = "",
): { path: string; row: Row }[] =>
  rows.flatMap(([name, row]) => {
    const below = row.kind === "object" || row.kind === "objects" ? Object.entries(row.fields) : [];
    return [
      { path: path + name, row },
      ...rowsAt(below, `${path}${name}${row.kind === "objects" ? "[]" : ""}.`),
    ];
  });

/** The description of a table in a schema: for each path its type, and whether it is a secret. */
const specsOfTable = (rows: readonly (readonly [string, Row])[]) =>
  Object.fromEntries(
    rowsAt(rows).map(({ path, row }) => [
      path,
      { type: typeOf(row), isSecret: row.secret === true },
    ]),
  );

const specsOfProperties = (properties: PropertySpecs) =>
  Object.fromEntries(
    propertiesAt(schema, properties).map(({ path, spec }) => [
      path,
      { type: spec.$ref ? "object" : spec.type, isSecret: spec.secret === true },
    ]),
  );

/** The JSON type of a value in a request. */
function typeOf(row: Row): string {
  // SDKs for Java and .NET have signed integers of 32 bits.
  if (row.kind === "uint32") return row.max === undefined ? "number" : "integer";
  if (row.kind === "oneOf") return typeof row.values[0] === "number" ? "integer" : "string";
  const types: Partial<Record<Row["kind"], string>> = {
    ...{ string: "string", domain: "string", boolean: "boolean", fraction: "number" },
    ...{ object: "object", headers: "object", json: "object" },
  };
  return types[row.kind] ?? "array";
}

const namesWhere = (table: Table, isMeant: (row: Row) => boolean | undefined): string[] =>
  sorted(Object.entries(table).flatMap(([name, row]) => (isMeant(row) ? [name] : [])));

describe.each(all)("the schema of $type", (definition) => {
  const { fields } = definition;
  const resource = resourceOf(definition);

  it("has every argument and output of the table, in its form, and as a secret where it is one", () => {
    expect(specsOfProperties(resource.properties)).toEqual(specsOfTable(Object.entries(fields)));
    expect(specsOfProperties(resource.inputProperties)).toEqual(specsOfTable(inputRows(fields)));
  });

  it("has the required arguments, and the arguments whose changes replace", () => {
    expect(sorted(resource.requiredInputs ?? [])).toEqual(
      namesWhere(fields, ({ required, output }) => required && !output),
    );
    const replacing = Object.entries(resource.inputProperties).filter(
      ([, spec]) => spec.willReplaceOnChanges,
    );
    expect(sorted(replacing.map(([name]) => name))).toEqual(
      namesWhere(fields, ({ createOnly }) => createOnly),
    );
  });

  it("takes over the resources of the dynamic provider", () => {
    expect(resource.aliases).toEqual([
      { type: `pulumi-nodejs:dynamic/edge-ingress:${definition.type}` },
    ]);
  });
});

it("the schema has each resource, and requires in each of their types what the tables do", () => {
  expect(sorted(Object.keys(schema.resources))).toEqual(sorted(all.map(({ type }) => token(type))));
  const required = all.flatMap(({ fields }) =>
    rowsAt(Object.entries(fields)).flatMap(({ row }) =>
      "fields" in row ? [namesWhere(row.fields, (field) => field.required)] : [],
    ),
  );
  const named = Object.entries(schema.types).filter(([name]) => !name.startsWith(token("Listed")));
  const requiredLists = named.flatMap(([, type]) =>
    isObject(type) ? [sorted(type.required ?? [])] : [],
  );
  const distinct = (lists: readonly string[][]) =>
    sorted(new Set(lists.map((names) => names.join())));
  expect(distinct(requiredLists)).toEqual(distinct(required));
});

it("the schema has the functions that look objects up, with the same outputs in both forms", () => {
  const listed = all.filter(isListed);
  const single = all.filter(({ kind }) => kind === "collection");
  const names = [...single.map(getFunction), ...listed.map(listFunction)];
  expect(sorted(Object.keys(schema.functions))).toEqual(sorted(names.map(token)));
  for (const definition of listed) {
    const results = schema.functions[token(listFunction(definition))]?.outputs.properties.results;
    const item = schema.types[(results?.items?.$ref ?? "").replace("#/types/", "")];
    const { type: _, ...outputs } = {
      type: "",
      ...schema.functions[token(getFunction(definition))]?.outputs,
    };
    expect(item).toMatchObject(outputs);
  }
});

it("the schema has of an object that is looked up its id, and all that an answer can have", () => {
  for (const definition of all.filter(({ kind }) => kind === "collection")) {
    const { inputs, outputs } = schema.functions[token(getFunction(definition))] ?? {};
    const answered = Object.entries(definition.fields).filter(
      ([, row]) => !row.writeOnly && !row.providerOnly,
    );
    expect(specsOfProperties(outputs?.properties ?? {})).toEqual({
      id: { type: "string", isSecret: false },
      ...specsOfTable(answered),
    });
    const requested = [
      ...namesWhere(definition.fields, ({ pathParameter }) => pathParameter),
      "id",
    ];
    expect(sorted(Object.keys(inputs?.properties ?? {}))).toEqual(sorted(requested));
    expect(sorted(inputs?.required ?? [])).toEqual(sorted(requested));
  }
});

it("the schema contains the listed resources, and the import id of each resource", () => {
  const listed = all.filter((definition) => resourceOf(definition).listInputs !== undefined);
  expect(listed).toEqual(all.filter(isListed));
  const ids = all.map((definition) => [
    definition.type,
    /pulumi import \S+ \w+ (.*)/.exec(resourceOf(definition).description ?? "")?.[1],
  ]);
  expect(Object.fromEntries(ids)).toMatchObject(importIds);
  expect(ids.filter(([, id]) => id === undefined)).toEqual([]);
});

it("the schema requires, to look up a resource, the values that neither its id nor the service reveals", () => {
  const requested = all.map((definition) => [
    definition.type,
    Object.keys(resourceOf(definition).stateInputs?.properties ?? {}),
  ]);
  const hidden = all.map(({ type, kind, fields }) => {
    const names = inputRows(fields).flatMap(([name, row]) => {
      const isKnownById = kind === "singleton" || !row.pathParameter;
      const hasSecret = rowsAt([[name, row]]).some((found) => found.row.secret);
      return isKnownById && !hasSecret ? [] : [name];
    });
    return [type, names];
  });
  expect(Object.fromEntries(requested)).toEqual(Object.fromEntries(hidden));
  expect(requested.filter(([, names]) => names?.length).length).toBeGreaterThan(2);
});

it("the schema proposes the values of a text, and leaves it any other", () => {
  const properties = [
    ...all.flatMap((definition) => propertiesAt(schema, resourceOf(definition).inputProperties)),
    ...propertiesAt(schema, schema.provider.inputProperties),
  ];
  const proposed = properties.flatMap(({ path, spec }) => {
    const [text, values] = spec.oneOf ?? [];
    if (!text) return [];
    expect([spec.type, text]).toEqual(["string", { type: "string" }]);
    const type = schema.types[values?.$ref?.replace("#/types/", "") ?? ""];
    return type && "enum" in type ? [[path, type.enum.map(({ value }) => value)]] : [];
  });
  const rows = [...all.map(({ fields }) => fields), settings].flatMap((table) =>
    rowsAt(inputRows(table)),
  );
  const choices = rows.flatMap(({ path, row }) =>
    row.kind === "oneOf" && typeof row.values[0] === "string" ? [[path, row.values]] : [],
  );
  expect(choices.length).toBeGreaterThan(5);
  expect(Object.fromEntries(proposed)).toEqual(Object.fromEntries(choices));
});

it("the schema describes each value that it proposes", () => {
  const values = Object.values(schema.types).flatMap((type) => ("enum" in type ? type.enum : []));
  expect(values.length).toBeGreaterThan(15);
  expect(values.filter(({ description }) => !description)).toEqual([]);
});

it("the schema has no union in an output, which SDKs would check as an object", () => {
  const outputs = [
    ...all.map((definition) => resourceOf(definition).properties),
    ...Object.values(schema.functions).map((spec) => spec.outputs.properties),
  ].flatMap((properties) => propertiesAt(schema, properties));
  expect(outputs.length).toBeGreaterThan(100);
  expect(outputs.filter(({ spec }) => spec.oneOf).map(({ path }) => path)).toEqual([]);
});

it("the schema has the settings as stack config, with their defaults, and as arguments of a provider, without", () => {
  const { variables } = schema.config;
  expect(specsOfProperties(variables)).toEqual(specsOfTable(Object.entries(settings)));
  const { inputProperties } = schema.provider;
  const specs = Object.entries(variables);
  expect(inputProperties).toEqual(
    Object.fromEntries(
      specs.map(([name, { default: _, defaultInfo: __, ...spec }]) => [name, spec]),
    ),
  );
  const defaultsOf = (spec: PropertySpecs[string]) => ({
    default: spec.default,
    environment: spec.defaultInfo?.environment,
  });
  expect(Object.fromEntries(specs.map(([name, spec]) => [name, defaultsOf(spec)]))).toEqual(
    Object.fromEntries(
      Object.entries<Row>(settings).map(([name, row]) => [
        name,
        {
          default: row.default,
          environment: row.environment === undefined ? undefined : [row.environment],
        },
      ]),
    ),
  );
});

it("the schema documents every resource, function, type and property", () => {
  const types = Object.values(schema.types);
  const objects = [...types.filter(isObject), ...Object.values(schema.resources)];
  const functions = Object.values(schema.functions);
  const properties = [
    ...objects.map((type) => type.properties),
    ...Object.values(schema.resources).map((resource) => ({
      ...resource.inputProperties,
      ...resource.stateInputs?.properties,
    })),
    ...functions.map(({ inputs, outputs }) => ({ ...inputs?.properties, ...outputs.properties })),
    schema.config.variables,
  ].flatMap((properties) => Object.values(properties));
  const described = [...objects, ...types, ...functions, ...properties];
  expect(described.length).toBeGreaterThan(300);
  expect(described.filter(({ description }) => !description)).toEqual([]);
});

it("the schema describes outputs without requirements, and without the effects of a change", () => {
  const withRequirements = all.flatMap((definition) =>
    Object.entries(resourceOf(definition).properties).filter(([, { description }]) =>
      /Required\.|Forces replacement|Default: |If you remove/.test(description ?? ""),
    ),
  );
  expect(withRequirements.map(([name]) => name)).toEqual([]);
});

it("the schema has words for every language, and defaults of arguments only in their texts", () => {
  // A program contains only words of its language.
  const { config: _, ...others } = schema;
  const text = JSON.stringify(others, (_, value) =>
    typeof value === "string" ? value.replaceAll(/```\w+\n.*?\n```/gs, "") : value,
  );
  for (const word of ["`Output`", "ProviderArgs", ".get(", "await ", "{@link", "TypeScript"])
    expect(text).not.toContain(word);
  for (const key of ["default", "const", "replaceOnChanges"])
    expect(text).not.toContain(`"${key}":`);
});

it("the schema is of the version that package.json has", () => {
  expect(schema).toMatchObject({
    name: "edge-ingress",
    version: manifest.version,
    license: manifest.license,
  });
});
