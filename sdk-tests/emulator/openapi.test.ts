import { expect, test } from "vitest";
import { startEmulator } from "../../src/emulator/index";

const collection = ["/agent_ingresses", "/ssh_certificate_authorities", "/event_destinations"].flatMap((path) => [
  `POST ${path} 201`,
  `GET ${path} 200`,
  `GET ${path}/{id} 200`,
  `PATCH ${path}/{id} 200`,
  `DELETE ${path}/{id} 204`,
]);

const route = "/edges/https/{edge_id}/routes/{id}";
const modules = [
  ...["webhook_verification", "oauth", "jwt_validation", "websocket_tcp_converter"].map((name) => `${route}/${name}`),
  "/edges/https/{id}/mutual_tls",
  "/edges/tls/{id}/mutual_tls",
  "/edges/tcp/{id}/backend",
  "/edges/https/{id}/tls_termination",
].flatMap((path) => [`PUT ${path} 200`, `GET ${path} 200`, `DELETE ${path} 204`]);

/** The endpoints of the API reference. */
const documented = [
  ...collection,
  "POST /edges/https/{edge_id}/routes 201",
  `GET ${route} 200`,
  `PATCH ${route} 200`,
  ...modules,
];

interface OpenApiOperation {
  readonly parameters: readonly { readonly name?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: unknown }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: unknown }>> }>
  >;
}

test("the OpenAPI document has exactly the documented operations, with their schemas", async () => {
  await using emulator = await startEmulator();
  const answer = await fetch(`${emulator.url}/openapi.json`);
  const document = (await answer.json()) as { paths: Record<string, Record<string, OpenApiOperation>> };
  const found = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const listed = found.map(({ method, path, operation }) => `${method} ${path} ${Object.keys(operation.responses)}`);
  expect(listed.sort()).toEqual([...documented].sort());
  for (const { method, path, operation } of found) {
    const hasBody = ["POST", "PUT", "PATCH"].includes(method);
    expect([path, method, operation.requestBody?.content["application/json"]?.schema !== undefined]).toEqual([
      path,
      method,
      hasBody,
    ]);
    const shown = Object.values(operation.responses).some((response) => response.content?.["application/json"]?.schema);
    expect([path, method, shown]).toEqual([path, method, method !== "DELETE"]);
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(operation.parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(inPath));
  }
});
