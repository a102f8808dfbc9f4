import { Hono, type MiddlewareHandler } from "hono";
import { ADMIN_PATH } from "../defaults";
import { readBody } from "../http/body";
import type { EmulatorContext, EmulatorEnv } from "../http/environment";
import { ApiError } from "../http/errors";
import { requireJson } from "../http/request-rules";
import { DataFileError } from "../state/data-file";
import { isWire } from "../wire";
import type { Control } from "./control";

/**
 * The JSON operations beside the API. They need no key, so they are refused to web pages, which can post a text body to
 * loopback.
 */
export function adminApp(control: Control): Hono<EmulatorEnv> {
  const app = new Hono<EmulatorEnv>();
  app.use("*", withoutPages);

  app.get("/", (c) => c.json({ operations: operationsOf(app) }));
  app.post("/reset", (c) => done(c, () => control.reset()));

  app.get("/requests", (c) => c.json(control.requests()));
  app.delete("/requests", (c) => done(c, () => control.clearRequests()));

  app.get("/objects", (c) => c.json(control.objects()));
  app.patch("/objects", requireJson, (c) => {
    const members = bodyOf<unknown>(c);
    if (!isWire(members)) throw new ApiError(400, "INVALID_REQUEST", "the body must be a JSON object");
    return done(c, () => control.edit(pathOf(c), members, c.req.query("account")));
  });
  app.delete("/objects", (c) => {
    if (!control.remove(pathOf(c), c.req.query("account")))
      throw new ApiError(404, "NOT_FOUND", "there is no such object");
    return c.body(null, 204);
  });

  app.put("/certificate-jobs/:id", requireJson, (c) =>
    done(c, () => control.setCertificateJob(c.req.param("id"), bodyOf(c))),
  );
  app.post("/certificate-renewals/:id", (c) => done(c, () => control.renewCertificate(c.req.param("id"))));

  app.get("/faults", (c) => c.json(control.faults()));
  app.post("/faults", requireJson, (c) => done(c, () => control.addFault(bodyOf(c))));
  app.delete("/faults", (c) => done(c, () => control.clearFaults()));

  app.get("/options", (c) => c.json(control.options()));
  app.patch("/options", requireJson, (c) => done(c, () => control.configure(bodyOf(c))));

  app.all("*", () => {
    throw new ApiError(404, "NOT_FOUND", "there is no such admin operation");
  });
  return app;
}

const withoutPages: MiddlewareHandler<EmulatorEnv> = async (c, next) => {
  if (c.req.header("origin") !== undefined) {
    throw new ApiError(403, "FORBIDDEN", "the admin path does not answer web pages");
  }
  c.set("body", await readBody(c));
  await next();
};

function operationsOf(app: Hono<EmulatorEnv>): string[] {
  const operations = app.routes
    .filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => `${method} ${ADMIN_PATH}${path === "/" ? "" : path.replace(/:(\w+)/g, "{$1}")}`);
  // A route appears once for each of its handlers.
  return [...new Set(operations)];
}

/** The body, whose type the control checks. */
function bodyOf<T>(c: EmulatorContext): T {
  return c.get("body")?.value as T;
}

function pathOf(c: EmulatorContext): string {
  const path = c.req.query("path");
  if (path === undefined) throw new ApiError(400, "INVALID_REQUEST", "the query needs a path");
  return path;
}

/** Answers 204, or 400 with the message of what is wrong with the request. */
function done(c: EmulatorContext, change: () => void): Response {
  try {
    change();
  } catch (error) {
    if (error instanceof DataFileError) throw error;
    throw new ApiError(400, "INVALID_REQUEST", error instanceof Error ? error.message : String(error));
  }
  return c.body(null, 204);
}
