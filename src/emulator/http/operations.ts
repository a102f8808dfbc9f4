import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { OptionValues } from "../options/registry";
import type { Caller, EmulatorState } from "../state/state";
import { refusalFrom, validationIssues } from "../validation/issues";
import { matchesTemplate, type Wire } from "../wire";
import type { EmulatorContext, EmulatorEnv } from "./environment";
import { ApiError, notFound, refuse } from "./errors";
import { requireJson } from "./request-rules";

/** A request whose body and query have passed their schemas. */
export interface OperationRequest extends Caller {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Wire;
  /** The body; an empty object when the operation has none. */
  readonly body: Wire;
}

/** One operation of the API. */
export interface Operation {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** Path with `{name}` parameters. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** What the create of the same object takes, where the operation is an update. */
  readonly creation?: z.ZodType;
  readonly status: 200 | 201 | 204;
  /** Shape of the answer's body; absent with 204. */
  readonly answer?: z.ZodType;
  /** Set on operations that the reference does not show: left out of the OpenAPI document, offered when it returns true. */
  readonly offered?: (options: OptionValues) => boolean;
  /** @returns the answer's body, ignored with 204 */
  readonly run: (request: OperationRequest) => unknown;
}

/** Registers operations, and answers with 404 or 405 what is none of them. */
export class Operations {
  readonly #registered: Operation[] = [];

  constructor(
    readonly app: OpenAPIHono<EmulatorEnv>,
    readonly state: EmulatorState,
  ) {
    app.notFound((c) => {
      throw this.#refusal(c.req.method, c.req.path);
    });
    app.use("*", async (c, next) => {
      // Hono would serve it as the GET of the path.
      if (c.req.method === "HEAD") throw this.#refusal(c.req.method, c.req.path);
      await next();
    });
  }

  add(operation: Operation): void {
    const { run, status, offered } = operation;
    this.#registered.push(operation);
    this.app.openapi(
      routeConfig(operation),
      async (c: EmulatorContext) => {
        if (offered?.(this.state.options) === false) throw this.#refusal(c.req.method, c.req.path);
        this.#refuseExtra(c, operation);
        const answer = await run(this.#request(c, operation));
        return status === 204 ? c.body(null, 204) : c.newResponse(JSON.stringify(answer), status, jsonHeaders);
      },
      (result) => {
        if (!result.success) refuse(validationIssues(result.error, refusalFrom(operation)));
        return undefined;
      },
    );
  }

  #request(c: EmulatorContext, { body, query }: Operation): OperationRequest {
    return {
      state: this.state,
      account: c.get("account") ?? "",
      origin: new URL(c.req.url).origin,
      params: c.req.param(),
      query: query === undefined ? {} : (c.req.valid("query" as never) as Wire),
      body: body === undefined ? {} : (c.req.valid("json" as never) as Wire),
    };
  }

  /** Refuses what the operation does not take, where no schema does. */
  #refuseExtra(c: EmulatorContext, { body, query }: Operation): void {
    if (body === undefined && c.get("body") !== undefined) {
      throw new ApiError(400, "INVALID_REQUEST", "the operation takes no body");
    }
    const names = query === undefined ? Object.keys(c.req.query()) : [];
    refuse(names.map((member) => ({ member, message: "is not a known query parameter" })));
  }

  #refusal(method: string, path: string): ApiError {
    const allowed = this.#registered
      .filter((operation) => matchesTemplate(operation.path, path) && operation.offered?.(this.state.options) !== false)
      .map((operation) => operation.method.toUpperCase());
    if (allowed.length === 0) return notFound("the path");
    return new ApiError(
      405,
      "METHOD_NOT_ALLOWED",
      `${method} is not an operation of this path`,
      {},
      { Allow: [...new Set(allowed)].join(", ") },
    );
  }
}

const jsonHeaders = { "Content-Type": "application/json" };

function routeConfig({ method, path, summary, tag, query, body, status, answer, offered }: Operation) {
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, z.string()]));
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
      ...(body === undefined ? {} : { body: { required: true, content: { "application/json": { schema: body } } } }),
    },
    responses: {
      [status]: {
        description: summary,
        ...(answer === undefined ? {} : { content: { "application/json": { schema: answer } } }),
      },
    },
  });
}
