import { describe, expect } from "vitest";
import * as definitions from "../../src/core/definitions";
import { collectionPath, type Definition, isListed } from "../../src/core/schema/definition";
import { bodyRows, inputRows, outputRows, type Table, wireName } from "../../src/core/schema/field";
import { cases } from "../cases";
import { moduleCases } from "../cases/modules";
import { fieldsOf, type JsonSchema, pathsOfBody, pathsOfSchema } from "../support/fields";
import { withEmulator } from "../support/fixtures";

/**
 * Each field is in three places that share no code: the provider's tables, the golden bodies, and the local server.
 * These tests fail if a field is missing in one of them.
 */

/** The operation in which a resource sends all of its fields. */
const creationOf = ({ kind, path }: Definition): readonly [path: string, method: string] =>
  kind === "singleton" ? [path, "put"] : [collectionPath(path), "post"];

/** A path without the names of its parameters, which the local server chooses independently. */
const unnamed = (path: string): string => path.replaceAll(/\{\w+\}/g, "{}");

interface OpenApi {
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
  /** The operations by their paths and methods. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
}

interface ApiOperation {
  readonly requestBody: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

const it = withEmulator();
let document: OpenApi;

it.beforeAll(async ({ emulator }) => {
  document = (await (await fetch(`${emulator.url}/openapi.json`)).json()) as OpenApi;
});

const resolve = (ref: string): JsonSchema =>
  document.components.schemas[ref.split("/").at(-1) ?? ""] ?? {};

const operationOf = (definition: Definition) => operationAt(definition, ...creationOf(definition));

const methodsAt = (path: string): Readonly<Record<string, ApiOperation>> => {
  const found = Object.entries(document.paths).find(
    ([template]) => unnamed(template) === unnamed(path),
  );
  return found?.[1] ?? {};
};

const operationAt = (definition: Definition, path: string, method: string) => {
  const operation = methodsAt(path)[method];
  if (!operation)
    throw new Error(
      `src/emulator/resources has no ${method.toUpperCase()} ${path} for ${definition.type}`,
    );
  return operation;
};

const pathsOfContent = ({ content }: Content): string[] =>
  pathsOfSchema(content?.["application/json"]?.schema ?? {}, resolve);

/** The golden bodies of a type, including those of its modules in their other forms. */
function goldenBodies(type: string): unknown[] {
  const own = cases
    .filter((testCase) => testCase.type === type)
    .flatMap(({ whole, life, also = [] }) =>
      [whole, ...Object.values(life), ...also].map(({ body }) => body),
    );
  const isRoute = type === "HttpsEdgeRoute";
  const modules = moduleCases.flatMap(({ member, minimal, whole, changed, also = [] }) =>
    [minimal, whole, changed, ...also].map(({ body }) => (isRoute ? { [member]: body } : body)),
  );
  const forms =
    type === "HttpsEdgeRouteOAuth"
      ? modules.filter((body) => "provider" in body && isObject(body.provider))
      : [];
  return [...own, ...(isRoute ? modules : forms)];
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

/** The places of the arguments and outputs of a table in responses, without values that no response contains. */
const placesOf = (
  table: Table,
  path = "",
  at = "",
): { readonly path: string; readonly at: string }[] =>
  Object.entries(table).flatMap(([key, row]) => {
    if (row.writeOnly || row.pathParameter || row.providerOnly) return [];
    const own = { path: path + key, at: at + (row.readFrom ?? wireName(key, row)) };
    if (row.kind !== "object" && row.kind !== "objects") return [own];
    const step = row.kind === "object" ? "." : "[].";
    return [own, ...placesOf(row.fields, own.path + step, own.at + step)];
  });

const sorted = (paths: Iterable<string>): string[] => [...new Set(paths)].sort();

describe.each<Definition>(Object.values(definitions))("$type", (definition) => {
  const { type, fields } = definition;
  const known = fieldsOf(fields);
  const expected = sorted(known.map(({ wirePath }) => wirePath));
  const leaves = new Set(
    known
      .filter(({ row }) => row.kind !== "object" && row.kind !== "objects")
      .map(({ wirePath }) => wirePath),
  );

  it("has the same fields as its golden bodies", () => {
    const golden = goldenBodies(type).flatMap((body) =>
      pathsOfBody(body, (path) => leaves.has(path)),
    );
    expect(sorted(golden), "the bodies in sdk-tests/cases").toEqual(expected);
  });

  it("has the same fields as the local server", () => {
    const accepted = sorted(pathsOfContent(operationOf(definition).requestBody));
    expect(accepted, "the bodies in src/emulator").toEqual(expected);
  });

  it("reads every field from a member that an answer of the local server has", () => {
    const { responses } = operationOf(definition);
    const answered = pathsOfContent(responses["201"] ?? responses["200"] ?? {});
    const missing = placesOf(fields).filter(({ at }) => !answered.includes(at));
    expect(
      missing.map(
        ({ path, at }) => `${path} is read from ${at}, which no response in src/emulator has`,
      ),
    ).toEqual([]);
  });

  it("has only outputs that refer to existing arguments", () => {
    const named = outputRows(fields).flatMap(([, { presentWith, repeats = [] }]) =>
      [presentWith, ...repeats].filter((key) => key !== undefined),
    );
    const args = inputRows(fields).map(([key]) => key);
    expect(named.filter((key) => !args.includes(key))).toEqual([]);
  });

  it("reads every member of a response as an argument or an output", () => {
    const { responses } = operationOf(definition);
    const answered = pathsOfContent(responses["201"] ?? responses["200"] ?? {}).filter(
      (path) => !/[.[]/.test(path),
    );
    const taken = Object.entries(fields).map(
      ([key, row]) => row.readFrom?.replace(/[.[].*/, "") ?? wireName(key, row),
    );
    // The table of a resource does not contain its id.
    expect(answered.filter((member) => member !== "id" && !taken.includes(member))).toEqual([]);
  });
});

const collections = Object.values<Definition>(definitions).filter(
  ({ kind }) => kind === "collection",
);

it.each(collections)(
  "the table of $type has the list of the local server, and no list if the local server has none",
  (definition) => {
    const { responses = {} } = methodsAt(collectionPath(definition.path)).get ?? {};
    const members = pathsOfContent(responses["200"] ?? {}).filter((path) => !/[.[]/.test(path));
    const inTable = isListed(definition) ? [definition.member] : [];
    expect(members.filter((member) => !/uri$/.test(member))).toEqual(inTable);
  },
);

it.each(collections)(
  "the local server updates of $type what a change does not replace",
  (definition) => {
    const { requestBody } = operationAt(definition, definition.path, "patch");
    const taken = pathsOfContent(requestBody).filter((path) => !/[.[]/.test(path));
    const inPlace = bodyRows(definition.fields).filter(([, row]) => !row.createOnly);
    expect(sorted(taken), "the update in src/emulator/resources").toEqual(
      sorted(inPlace.map(([key, row]) => wireName(key, row))),
    );
  },
);
