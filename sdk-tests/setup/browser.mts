import chromium from "@sparticuz/chromium";
import { chromium as playwright } from "playwright-core";
import type { TestProject } from "vitest/node";

/** Starts the browser that all tests of a project share. */
export async function setup(project: TestProject) {
  const browser = await playwright.launchServer(await launchOptions());
  project.provide("browser", browser.wsEndpoint());
  return () => browser.close();
}

/** The package contains Chromium for Linux alone: on another system, the browser is an installed Chrome. */
async function launchOptions() {
  if (process.platform !== "linux") return { channel: "chrome" };
  // No page needs WebGL. With it, the browser would draw all pages by a renderer in software.
  chromium.setGraphicsMode = false;
  // In a single process, the browser would end with its first page.
  const args = chromium.args.filter((arg) => !/single-process|zygote/.test(arg));
  return { executablePath: await chromium.executablePath(), args };
}
