import { Hono, type MiddlewareHandler } from "hono";
import type { EmulatorContext, EmulatorEnv } from "../http/environment";
import { ApiError } from "../http/errors";
import { requireJson } from "../http/request-rules";
import { DataFileError } from "../state/data-file";
import { isWire } from "../wire";
import type { Control } from "./control";

const loopbackPeer = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const loopbackHost = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * The JSON operations beside the API. They need no key, so they are refused to peers from elsewhere and to web pages:
 * a page can reach loopback under a name of its own, and can post a text body to it.
 */
export function adminApp(control: Control): Hono<EmulatorEnv> {
  const app = new Hono<EmulatorEnv>();
  app.use("*", onlyLoopback);

  app.post("/reset", (c) => done(c, () => control.reset()));

  app.get("/requests", (c) => c.json(control.requests()));
  app.delete("/requests", (c) => done(c, () => control.clearRequests()));

  app.get("/objects", (c) => c.json(control.objects()));
  app.patch("/objects", requireJson, async (c) => {
    const members = await c.req.json();
    if (!isWire(members)) throw new ApiError(400, "INVALID_REQUEST", "the body must be a JSON object");
    return done(c, () => control.edit(pathOf(c), members, c.req.query("account")));
  });
  app.delete("/objects", (c) => {
    if (!control.remove(pathOf(c), c.req.query("account")))
      throw new ApiError(404, "NOT_FOUND", "there is no such object");
    return c.body(null, 204);
  });

  app.put("/certificate-jobs/:id", requireJson, async (c) => {
    const job = await c.req.json();
    return done(c, () => control.setCertificateJob(c.req.param("id"), job));
  });
  app.post("/certificate-renewals/:id", (c) => done(c, () => control.renewCertificate(c.req.param("id"))));

  app.get("/faults", (c) => c.json(control.faults()));
  app.post("/faults", requireJson, async (c) => {
    const fault = await c.req.json();
    return done(c, () => control.addFault(fault));
  });
  app.delete("/faults", (c) => done(c, () => control.clearFaults()));

  app.get("/options", (c) => c.json(control.options()));
  app.patch("/options", requireJson, async (c) => {
    const options = await c.req.json();
    return done(c, () => control.configure(options));
  });

  app.all("*", () => {
    throw new ApiError(404, "NOT_FOUND", "there is no such admin operation");
  });
  return app;
}

const onlyLoopback: MiddlewareHandler<EmulatorEnv> = async (c, next) => {
  const isLocal = loopbackPeer.test(c.env.incoming.socket.remoteAddress ?? "");
  if (!isLocal || !loopbackHost.test(c.req.header("host") ?? "") || c.req.header("origin") !== undefined) {
    throw new ApiError(403, "FORBIDDEN", "the admin path answers local programs only");
  }
  await next();
};

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
