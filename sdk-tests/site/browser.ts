import axe from "axe-core";
import { type BrowserContextOptions, type Page, chromium as playwright } from "playwright-core";
import { inject, test } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of a host with the site, and with another version of it at /v0.1/. */
    site: string;
    /** The address of the browser. */
    browser: string;
  }
}

/** A page of the site in the browser of a reader. */
export interface Opened {
  readonly page: Page;
  readonly status: number | undefined;
  /** Errors in the console, and exceptions. */
  readonly errors: readonly string[];
  /** Addresses that the page requested. */
  readonly requested: readonly string[];
}

/** Tests with a fixture `newPage`: it opens tabs in the browser that all tests share, and closes them after the test. */
export const withBrowser = () =>
  test
    .extend("endpoint", { scope: "file" }, () => inject("browser"))
    .extend("browser", { scope: "file" }, async ({ endpoint }, { onCleanup }) => {
      const browser = await playwright.connect(endpoint);
      onCleanup(() => browser.close());
      return browser;
    })
    .extend("newPage", ({ browser }, { onCleanup }) => {
      const pages: Page[] = [];
      onCleanup(async () => {
        for (const page of pages) await page.close();
      });
      return async (options: BrowserContextOptions = {}): Promise<Page> => {
        const page = await browser.newPage({ colorScheme: "light", ...options });
        pages.push(page);
        return page;
      };
    });

/** Opens a path of the site in a tab. */
export async function open(path: string, tab: Page): Promise<Opened> {
  const errors: string[] = [];
  const requested: string[] = [];
  tab.removeAllListeners();
  // The page has no timeout, because a busy machine is slow: only the timeout of the test applies.
  tab.setDefaultTimeout(0);
  tab.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  tab.on("pageerror", (error) => errors.push(error.message));
  tab.on("request", (request) => requested.push(request.url()));
  const response = await tab.goto(new URL(path, inject("site")).href, { waitUntil: "load" });
  return { page: tab, status: response?.status(), errors, requested };
}

/** Returns the findings of axe on the current page, or in a part of it, one line for each element. */
export async function violations(page: Page, part = "html"): Promise<string[]> {
  // The page lays itself out when it knows its size.
  await page.evaluate(
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
  );
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const found = (await page.evaluate(
    `axe.run("${part}", { resultTypes: ["violations"] })`,
  )) as axe.AxeResults;
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
  );
}
