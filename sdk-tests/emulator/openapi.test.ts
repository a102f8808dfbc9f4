import { expect } from "vitest";
import { operations } from "../faults/operations";
import { withEmulator } from "../support/fixtures";

const test = withEmulator();

/** The parameters of a path have no names in a reference that shows examples. */
const unnamed = (path: string): string => path.replaceAll(/\{\w+\}/g, "{}");

/** The endpoints of the API reference, from the golden cases. */
const documented = operations.map(({ method, template }) => `${method} ${unnamed(template)}`);

/** The status of the response to each method. */
const statuses: Readonly<Record<string, string>> = {
  POST: "201",
  GET: "200",
  PUT: "200",
  PATCH: "200",
  DELETE: "204",
};

interface OpenApiBody {
  readonly content?: Readonly<Record<string, { readonly schema: unknown }>>;
}

interface OpenApiOperation {
  readonly parameters: readonly { readonly name?: string }[];
  readonly requestBody?: OpenApiBody;
  readonly responses: Readonly<Record<string, OpenApiBody>>;
}

const hasSchema = (body?: OpenApiBody): boolean =>
  body?.content?.["application/json"]?.schema !== undefined;

test("the OpenAPI document has exactly the documented operations, with their schemas", async ({
  emulator,
}) => {
  const answer = await fetch(`${emulator.url}/openapi.json`);
  const document = (await answer.json()) as {
    paths: Record<string, Record<string, OpenApiOperation>>;
  };
  const found = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  const listed = found.map(({ method, path }) => `${method} ${unnamed(path)}`);
  // The reference does not document the deletion of routes.
  const expected = documented.filter((endpoint) => endpoint !== "DELETE /edges/https/{}/routes/{}");
  expect(listed.sort()).toEqual([...new Set(expected)].sort());
  for (const { method, path, operation } of found) {
    const { requestBody, responses, parameters } = operation;
    const has = { body: hasSchema(requestBody), answer: Object.values(responses).some(hasSchema) };
    const expected = {
      body: ["POST", "PUT", "PATCH"].includes(method),
      answer: method !== "DELETE",
    };
    expect([Object.keys(responses), has], `${method} ${path}`).toEqual([
      [statuses[method]],
      expected,
    ]);
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(inPath));
  }
});
