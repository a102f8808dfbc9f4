import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import chromium from "@sparticuz/chromium";
import { chromium as playwright } from "playwright-core";
import { buildSite } from "../site/build.mjs";
import { serveSite } from "../site/serve.mjs";

/** A host with two versions of the site. */
export const BASES = ["/", "/v0.1/"];

/**
 * Builds the site as its command does, serves it on a free port, and starts a browser.
 * @param {import("vitest/node").TestProject} project
 */
export async function setup(project) {
  const out = mkdtempSync(join(tmpdir(), "edge-ingress-site-"));
  for (const base of BASES) await buildSite({ out, base });
  const server = await serveSite(out, "/", 0);
  const browser = await startBrowser();
  project.provide("site", server.url);
  project.provide("browser", browser.wsEndpoint());
  return async () => {
    await browser.close();
    await server.close();
    rmSync(out, { recursive: true });
  };
}

async function startBrowser() {
  // In a single process, the browser would end with its first page.
  const args = chromium.args.filter((arg) => !/single-process|zygote/.test(arg));
  return playwright.launchServer({ executablePath: await chromium.executablePath(), args });
}
