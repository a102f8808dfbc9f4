import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildSite } from "../../site/stage/build.mts";
import { serveSite } from "../../site/stage/serve.mts";

/** A host with two versions of the site. */
export const BASES = ["/", "/v0.1/"];

/** Builds the site as its command does, and serves it on a free port. */
export async function setup(project: TestProject) {
  const out = mkdtempSync(join(tmpdir(), "edge-ingress-site-"));
  for (const base of BASES) await buildSite({ out, base });
  const server = await serveSite(out, "/", 0);
  project.provide("site", server.url);
  return async () => {
    await server.close();
    rmSync(out, { recursive: true });
  };
}
