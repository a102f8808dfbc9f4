import { Hono } from "hono";
import { ADMIN_PATH } from "../defaults";
import { ApiError, invalidRequest } from "../http/errors";
import { type EmulatorContext, type EmulatorEnv, jsonBody, readBody } from "../http/request";
import { DataFileError } from "../state/data-file";
import { isWire } from "../wire";
import type { Control } from "./control";

type Run = (control: Control, c: EmulatorContext) => unknown;

/** The JSON operations in addition to the API. GET responds with the result, the other methods with 204. */
const operations: readonly (readonly [method: string, path: string, run: Run])[] = [
  [
    "GET",
    "",
    () => ({ operations: operations.map(([method, path]) => `${method} ${ADMIN_PATH}${path}`) }),
  ],
  ["POST", "/reset", (control) => control.reset()],
  ["GET", "/requests", (control) => control.requests()],
  ["DELETE", "/requests", (control) => control.clearRequests()],
  ["GET", "/objects", (control) => control.objects()],
  ["PATCH", "/objects", edit],
  ["DELETE", "/objects", remove],
  ["PUT", "/certificate-jobs/{id}", (control, c) => control.setCertificateJob(idIn(c), bodyOf(c))],
  ["POST", "/certificate-renewals/{id}", (control, c) => control.renewCertificate(idIn(c))],
  ["GET", "/faults", (control) => control.faults()],
  ["POST", "/faults", (control, c) => control.addFault(bodyOf(c))],
  ["DELETE", "/faults", (control) => control.clearFaults()],
  ["GET", "/options", (control) => control.options()],
  ["PATCH", "/options", (control, c) => control.configure(bodyOf(c))],
];

/**
 * Serves the admin operations. They need no key, so the emulator refuses them to web pages, which can post a text body
 * to loopback.
 */
export function adminApp(control: Control): Hono<EmulatorEnv> {
  const app = new Hono<EmulatorEnv>();
  app.use("*", async (c, next) => {
    if (c.req.header("origin") !== undefined) {
      throw new ApiError(403, "FORBIDDEN", "the admin path does not answer web pages");
    }
    c.set("body", await readBody(c));
    await next();
  });
  for (const [method, path, run] of operations) {
    app.on(method, path.replace(/\{(\w+)\}/, ":$1") || "/", (c) => {
      const result = resultOf(() => run(control, c));
      return method === "GET" ? c.json(result as object) : c.body(null, 204);
    });
  }
  app.all("*", () => {
    throw new ApiError(404, "NOT_FOUND", "there is no such admin operation");
  });
  return app;
}

/** Returns the result of an operation. @throws 400 with the message of what is wrong with the request */
function resultOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (error instanceof ApiError || error instanceof DataFileError) throw error;
    throw invalidRequest(error instanceof Error ? error.message : String(error));
  }
}

function edit(control: Control, c: EmulatorContext): void {
  const members = jsonBody(c);
  if (!isWire(members)) throw invalidRequest("the body must be a JSON object");
  control.edit(pathIn(c), members, c.req.query("account"));
}

function remove(control: Control, c: EmulatorContext): void {
  const isRemoved = control.remove(pathIn(c), c.req.query("account"));
  if (!isRemoved) throw new ApiError(404, "NOT_FOUND", "there is no such object");
}

function pathIn(c: EmulatorContext): string {
  const path = c.req.query("path");
  if (path === undefined) throw invalidRequest("the query needs a path");
  return path;
}

const idIn = (c: EmulatorContext): string => c.req.param("id") ?? "";

/** A body whose type the control checks. */
const bodyOf = <T>(c: EmulatorContext) => jsonBody(c) as T;
