import { RequestError } from "@hono/node-server";
import { OpenAPIHono } from "@hono/zod-openapi";
import { HTTPException } from "hono/http-exception";
import { adminApp } from "./admin/app";
import type { Control } from "./admin/control";
import { ADMIN_PATH, OPENAPI_PATH, SERVICE_VERSION } from "./defaults";
import { type Answer, ApiError, errorAnswer, toResponse } from "./http/errors";
import {
  faultMiddleware,
  journalMiddleware,
  rateLimitMiddleware,
  requireKey,
  requireVersion,
} from "./http/middleware";
import { serveOperations } from "./http/operations";
import type { EmulatorEnv } from "./http/request";
import { operations } from "./resources";
import { DataFileError } from "./state/data-file";
import type { EmulatorState } from "./state/state";

/** The whole server as a Hono app: admin path, OpenAPI document, then the API behind its header rules. */
export function emulatorApp(state: EmulatorState, control: Control): OpenAPIHono<EmulatorEnv> {
  const app = new OpenAPIHono<EmulatorEnv>();
  app.onError((error) => toResponse(refusal(error, state)));
  app.route(ADMIN_PATH, adminApp(control));
  app.doc31(OPENAPI_PATH, {
    openapi: "3.1.0",
    info: { title: "Edge and Ingress Management API", version: SERVICE_VERSION },
  });
  app.openAPIRegistry.registerComponent("securitySchemes", "apiKey", {
    type: "http",
    scheme: "bearer",
  });
  app.openAPIRegistry.registerComponent("parameters", "ServiceVersion", {
    name: "Service-Version",
    in: "header",
    required: true,
    schema: { type: "string", enum: [SERVICE_VERSION] },
  });
  app.use("*", journalMiddleware(state), requireKey);
  app.use("*", faultMiddleware(state), requireVersion, rateLimitMiddleware(state));
  serveOperations(app, operations, state);
  return app;
}

/** Returns the response for a failure. */
export function refusal(error: unknown, { options, closing }: EmulatorState): Answer {
  return errorAnswer(toApiError(error, closing), options.errorBody);
}

function toApiError(error: unknown, closing: AbortSignal): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof HTTPException)
    return new ApiError(error.status, "INVALID_REQUEST", error.message);
  if (error instanceof RequestError)
    return new ApiError(400, "BAD_REQUEST", "the request is not well-formed HTTP");
  if (error instanceof DataFileError) return new ApiError(500, "DATA_FILE", error.message);
  if (!closing.aborted) console.error(error);
  return new ApiError(500, "INTERNAL_ERROR", "the emulator failed");
}
