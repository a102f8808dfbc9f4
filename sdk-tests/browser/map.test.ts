import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import type { BrowserContextOptions } from "playwright-core";
import { expect } from "vitest";
import { asHtml } from "../../src/insight/map/html";
import type { StackMap } from "../../src/insight/map/model";
import { mapOfRoutes, mapWith } from "../map/maps";
import { withBrowser } from "../site/browser";
import { folderOfTests } from "../support/folders";

/** The map in a real browser: its structure and its text, not its pixels. */

const HOSTILE = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>"\'&\u202e';

const folder = folderOfTests();

/**
 * Tests with a fixture `open`: it opens a map in a tab, and returns the page and its requests in addition to the file
 * of the map.
 */
const it = withBrowser().extend(
  "open",
  ({ newPage }) =>
    async (map: StackMap, options: BrowserContextOptions = {}) => {
      const file = join(folder, "map.html");
      writeFileSync(file, asHtml([map]));
      const page = await newPage(options);
      const requested: string[] = [];
      page.on("request", (request) => requested.push(request.url()));
      await page.goto(pathToFileURL(file).href);
      return { page, requested: requested.slice(1) };
    },
);

it("the page has a heading, each edge with its routes in order, and asks for nothing", async ({
  open,
}) => {
  const { page, requested } = await open(mapWith(""));
  expect(await page.locator("h1").allTextContents()).toEqual(["Ingress of shop/dev"]);
  expect(await page.locator(".route code").allTextContents()).toEqual([
    "/admin",
    "/mail",
    "/off",
    "/",
  ]);
  expect(await page.locator(".route .access").allTextContents()).toEqual([
    "● protected",
    "○ open",
    "– serves nothing",
    "○ open",
  ]);
  expect(requested).toEqual([]);
});

it("the routes are searched and filtered by keyboard, and their number is announced", async ({
  open,
}) => {
  const { page } = await open(mapWith(""));
  await page.keyboard.press("Tab");
  await page.keyboard.type("oauth acme");
  expect(await page.locator(".route:visible code").allTextContents()).toEqual(["/admin"]);
  expect(await page.getByRole("status").textContent()).toBe("1 of 4 routes");
  await page.getByRole("searchbox").fill("");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  expect(await page.locator(".route:visible code").allTextContents()).toEqual(["/admin", "/off"]);
});

it("mark-up, scripts and characters that turn text around stay text in every name", async ({
  open,
}) => {
  const { page } = await open(mapWith(HOSTILE));
  expect(await page.evaluate("window.hacked")).toBeUndefined();
  expect(await page.locator("img").count()).toBe(0);
  expect(await page.locator("script").count()).toBe(1);
  expect(await page.locator("body").textContent()).toContain(
    '<img src=x onerror="window.hacked=1">',
  );
  expect(await page.content()).not.toContain("\u202e");
});

it.for(["light", "dark"] as const)(
  "axe finds no violation in the %s scheme",
  async (colorScheme, { open }) => {
    const { page } = await open(mapWith(""), { colorScheme });
    // The policy of the page allows no other script.
    const session = await page.context().newCDPSession(page);
    await session.send("Runtime.evaluate", { expression: axe.source });
    const { violations } = (await page.evaluate("axe.run()")) as axe.AxeResults;
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  },
);

it("500 routes are in the page when it has loaded, and a search finds one of them", async ({
  open,
}) => {
  const { page } = await open(mapOfRoutes(500));
  expect(await page.locator(".route").count()).toBe(500);
  await page.getByRole("searchbox").fill("path-321");
  expect(await page.getByRole("status").textContent()).toBe("1 of 500 routes");
});

it("a printed page has the routes, and no form", async ({ open }) => {
  const { page } = await open(mapWith(""));
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("form").isVisible()).toBe(false);
  expect(await page.locator(".route:visible").count()).toBe(4);
  expect(await page.locator(".legend dd").first().isVisible()).toBe(true);
  expect((await page.pdf()).length).toBeGreaterThan(1000);
});
