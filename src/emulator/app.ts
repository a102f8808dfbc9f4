import { OpenAPIHono } from "@hono/zod-openapi";
import { HTTPException } from "hono/http-exception";
import { adminApp } from "./admin/app";
import type { Control } from "./admin/control";
import { ADMIN_PATH, OPENAPI_PATH, SERVICE_VERSION } from "./defaults";
import type { EmulatorEnv } from "./http/environment";
import { ApiError, errorBody } from "./http/errors";
import { faultMiddleware } from "./http/fault-answers";
import { Operations } from "./http/operations";
import { rateLimitMiddleware } from "./http/rate-limit";
import { headerMiddleware, journalMiddleware } from "./http/request-rules";
import { operations } from "./resources";
import { DataFileError } from "./state/data-file";
import type { EmulatorState } from "./state/state";

/** The whole server as a Hono app: admin path, OpenAPI document, then the API behind its header rules. */
export function emulatorApp(state: EmulatorState, control: Control): OpenAPIHono<EmulatorEnv> {
  const app = new OpenAPIHono<EmulatorEnv>();
  app.onError((error) => refusal(error, state));
  app.route(ADMIN_PATH, adminApp(control));
  app.doc31(OPENAPI_PATH, {
    openapi: "3.1.0",
    info: { title: "Edge and Ingress Management API", version: SERVICE_VERSION },
  });
  app.openAPIRegistry.registerComponent("securitySchemes", "apiKey", { type: "http", scheme: "bearer" });
  app.openAPIRegistry.registerComponent("parameters", "ServiceVersion", {
    name: "Service-Version",
    in: "header",
    required: true,
    schema: { type: "string", enum: [SERVICE_VERSION] },
  });
  app.use("*", journalMiddleware(state), faultMiddleware(state), headerMiddleware(state), rateLimitMiddleware(state));

  const registered = new Operations(app, state);
  for (const operation of operations) registered.add(operation);
  return app;
}

function refusal(error: Error, { options, closing }: EmulatorState): Response {
  const refused = toApiError(error, closing);
  const { body, contentType } = errorBody(refused, options.errorBody);
  return new Response(body, {
    status: refused.status,
    headers: { ...(contentType === null ? {} : { "Content-Type": contentType }), ...refused.headers },
  });
}

function toApiError(error: Error, closing: AbortSignal): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof HTTPException) return new ApiError(error.status, "INVALID_REQUEST", error.message);
  if (error instanceof SyntaxError) return new ApiError(400, "INVALID_REQUEST", "the body is not JSON");
  if (error instanceof DataFileError) return new ApiError(500, "DATA_FILE", error.message);
  if (!closing.aborted) console.error(error);
  return new ApiError(500, "INTERNAL_ERROR", "the emulator failed");
}
