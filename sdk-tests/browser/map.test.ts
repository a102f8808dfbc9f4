import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asHtml } from "../../src/insight/map/html";
import type { StackMap } from "../../src/insight/map/model";
import { mapOfRoutes, mapWith } from "../map/maps";
import { connect } from "../site/browser";
import { folderOfTests } from "../support/folders";

/** The map in a real browser: its structure and its text, not its pixels. */

const HOSTILE = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>"\'&\u202e';

let browser: Browser;
const folder = folderOfTests();

beforeAll(async () => {
  browser = await connect();
});

afterAll(() => browser.close());

/** Opens a map, and gives the page, and what it has requested beside its own file. */
async function opened(map: StackMap, colorScheme: "light" | "dark" = "light"): Promise<[Page, string[]]> {
  const file = join(folder, "map.html");
  writeFileSync(file, asHtml([map]));
  const page = await browser.newPage({ colorScheme });
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  return [page, requested.slice(1)];
}

it("the page has a heading, each edge with its routes in order, and asks for nothing", async () => {
  const [page, requested] = await opened(mapWith(""));
  expect(await page.locator("h1").allTextContents()).toEqual(["Ingress of shop/dev"]);
  expect(await page.locator(".route code").allTextContents()).toEqual(["/admin", "/mail", "/off", "/"]);
  expect(await page.locator(".route .access").allTextContents()).toEqual([
    "● protected",
    "◐ weak",
    "– serves nothing",
    "○ open",
  ]);
  expect(requested).toEqual([]);
  await page.close();
});

it("the routes are searched and filtered by keyboard, and their number is announced", async () => {
  const [page] = await opened(mapWith(""));
  await page.keyboard.press("Tab");
  await page.keyboard.type("oauth acme");
  expect(await page.locator(".route:visible code").allTextContents()).toEqual(["/admin"]);
  expect(await page.getByRole("status").textContent()).toBe("1 of 4 routes");
  await page.getByRole("searchbox").fill("");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  expect(await page.locator(".route:visible code").allTextContents()).toEqual(["/admin", "/mail", "/off"]);
  await page.close();
});

it("mark-up, scripts and characters that turn text around stay text in every name", async () => {
  const [page] = await opened(mapWith(HOSTILE));
  expect(await page.evaluate("window.hacked")).toBeUndefined();
  expect(await page.locator("img").count()).toBe(0);
  expect(await page.locator("script").count()).toBe(1);
  expect(await page.locator("body").textContent()).toContain('<img src=x onerror="window.hacked=1">');
  expect(await page.content()).not.toContain("\u202e");
  await page.close();
});

describe.each(["light", "dark"] as const)("in the %s scheme", (scheme) => {
  it("axe finds no violation", async () => {
    const [page] = await opened(mapWith(""), scheme);
    // The page's own policy allows no other script.
    const session = await page.context().newCDPSession(page);
    await session.send("Runtime.evaluate", { expression: axe.source });
    const { violations } = (await page.evaluate("axe.run()")) as axe.AxeResults;
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    await page.close();
  });
});

it("500 routes are in the page when it has loaded, and a search finds one of them", async () => {
  const [page] = await opened(mapOfRoutes(500));
  expect(await page.locator(".route").count()).toBe(500);
  await page.getByRole("searchbox").fill("path-321");
  expect(await page.getByRole("status").textContent()).toBe("1 of 500 routes");
  await page.close();
});

it("a printed page has the routes, and no form", async () => {
  const [page] = await opened(mapWith(""));
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("form").isVisible()).toBe(false);
  expect(await page.locator(".route:visible").count()).toBe(4);
  expect(await page.locator(".legend dd").first().isVisible()).toBe(true);
  expect((await page.pdf()).length).toBeGreaterThan(1000);
  await page.close();
});
