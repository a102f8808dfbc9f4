import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { OptionValues } from "../options/registry";
import type { Caller, EmulatorState } from "../state/state";
import { refusalFrom, validationIssues } from "../validation/issues";
import { matchesTemplate, type Wire } from "../wire";
import { ApiError, invalidRequest, notFound, refuse } from "./errors";
import { type EmulatorContext, type EmulatorEnv, jsonBody } from "./request";

/** A request whose body and query have passed their schemas. */
export interface OperationRequest extends Caller {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Wire;
  /** The body; an empty object when the operation has none. */
  readonly body: Wire;
}

/** An operation of the API. */
export interface Operation {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** Path with `{name}` parameters. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Body of the create of the same object, if the operation is an update. */
  readonly creation?: z.ZodType;
  /** Shape of the response's body; absent with DELETE, whose response has no body. */
  readonly answer?: z.ZodType;
  /**
   * Set on operations that the reference does not document: they are left out of the OpenAPI document, and offered if
   * the function returns true.
   */
  readonly offered?: ((options: OptionValues) => boolean) | undefined;
  /** @returns the body of the response, ignored with DELETE */
  readonly run: (request: OperationRequest) => unknown;
}

/** A path with the values of its parameters. */
export function filledPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name) => params[name] ?? "");
}

const statusOf = { post: 201, delete: 204, get: 200, put: 200, patch: 200 } as const;

/** Serves the operations, and responds with 404 or 405 to any other request. */
export function serveOperations(
  app: OpenAPIHono<EmulatorEnv>,
  operations: readonly Operation[],
  state: EmulatorState,
): void {
  const isOffered = ({ offered }: Operation) => offered?.(state.options) !== false;

  function noOperation({ req: { method, path } }: EmulatorContext): ApiError {
    const allowed = operations
      .filter((operation) => matchesTemplate(operation.path, path) && isOffered(operation))
      .map((operation) => operation.method.toUpperCase());
    if (allowed.length === 0) return notFound("the path");
    const message = `${method} is not an operation of this path`;
    return new ApiError(
      405,
      "METHOD_NOT_ALLOWED",
      message,
      {},
      { Allow: [...new Set(allowed)].join(", ") },
    );
  }

  app.notFound((c) => {
    throw noOperation(c);
  });
  app.use("*", async (c, next) => {
    // Hono would serve HEAD as the GET of the path.
    if (c.req.method === "HEAD") throw noOperation(c);
    await next();
  });

  for (const operation of operations) {
    app.openapi(
      routeOf(operation),
      async (c: EmulatorContext) => {
        if (!isOffered(operation)) throw noOperation(c);
        refuseExtra(c, operation);
        const answer = await operation.run(requestOf(c, operation, state));
        const status = statusOf[operation.method];
        return status === 204 ? c.body(null, 204) : c.json(answer as object, status);
      },
      (result) => {
        if (!result.success)
          refuse(validationIssues(result.error, refusalFrom(operation.creation, operation.answer)));
        return undefined;
      },
    );
  }
}

function requestOf(
  c: EmulatorContext,
  { body, query }: Operation,
  state: EmulatorState,
): OperationRequest {
  return {
    state,
    account: c.get("account") ?? "",
    origin: new URL(c.req.url).origin,
    params: c.req.param(),
    query: query === undefined ? {} : (c.req.valid("query" as never) as Wire),
    body: body === undefined ? {} : (c.req.valid("json" as never) as Wire),
  };
}

/** Refuses a body or query parameters that the operation does not have, if no schema refuses them. */
function refuseExtra(c: EmulatorContext, { body, query }: Operation): void {
  if (body === undefined && c.get("body") !== undefined)
    throw invalidRequest("the operation takes no body");
  const names = query === undefined ? Object.keys(c.req.query()) : [];
  refuse(names.map((member) => ({ member, message: "is not a known query parameter" })));
}

const requireJson = async (c: EmulatorContext, next: () => Promise<void>) => {
  jsonBody(c);
  await next();
};

function routeOf({ method, path, summary, tag, query, body, answer, offered }: Operation) {
  const params = Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, z.string()]),
  );
  const json = (schema: z.ZodType) => ({ content: { "application/json": { schema } } });
  return createRoute({
    method,
    path,
    summary,
    tags: [tag],
    security: [{ apiKey: [] }],
    parameters: [{ $ref: "#/components/parameters/ServiceVersion" }],
    hide: offered !== undefined,
    ...(body === undefined ? {} : { middleware: requireJson }),
    request: {
      params: z.object(params),
      ...(query === undefined ? {} : { query }),
      ...(body === undefined ? {} : { body: { required: true, ...json(body) } }),
    },
    responses: {
      [statusOf[method]]: { description: summary, ...(answer === undefined ? {} : json(answer)) },
    },
  });
}
