import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Serves a built site on this computer alone; port 0 takes a free port. */
export async function serveSite(
  folder: string,
  base: string,
  port: number,
): Promise<{ url: string; close: () => Promise<void> }> {
  // Installed only now, in a fresh clone.
  const { serve } = await import("@hono/node-server");
  const { serveStatic } = await import("@hono/node-server/serve-static");
  const { Hono } = await import("hono");
  const missing = join(folder, base, "404.html");
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    // The library does not know the type of Markdown.
    if (context.res.ok && context.req.path.endsWith(".md"))
      context.header("Content-Type", "text/markdown; charset=utf-8");
  });
  app.get("*", serveStatic({ root: folder }));
  app.notFound((context) => context.html(readFileSync(missing, "utf8"), 404));
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port }, (info) =>
      resolve({
        url: `http://127.0.0.1:${info.port}${base}`,
        close: () => new Promise((done) => server.close(() => done())),
      }),
    );
    server.on("error", reject);
  });
}
