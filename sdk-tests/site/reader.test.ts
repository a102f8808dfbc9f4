import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { z } from "zod";
import { readData } from "../support/data";
import { open, violations, withBrowser } from "./browser";

/** Tests of the use of the site by a reader. */

const RESOURCE = "/reference/resources/agentingress/";

const PHONE = { viewport: { width: 375, height: 800 } };

const it = withBrowser().extend("page", ({ newPage }) => newPage());

const tabs = (page: Page) => page.getByRole("tab");
const selected = (page: Page) => page.getByRole("tab", { selected: true }).first();

describe("programs in several languages", () => {
  it("show the first language, and the other that a reader chooses", async ({ page }) => {
    await open(RESOURCE, page);
    expect((await tabs(page).allTextContents()).slice(0, 3)).toEqual([
      "TypeScript",
      "Python",
      "Go",
    ]);
    expect(await page.locator("pre:visible").first().textContent()).toContain(
      "new edge_ingress.AgentIngress",
    );
    await page.getByRole("tab", { name: "Python" }).click();
    expect(await page.locator("pre:visible").first().textContent()).toContain(
      "import pulumi_edge_ingress",
    );
    expect(await page.getByRole("tabpanel").count()).toBe(1);
  });

  it("remember the language on other pages, and after a reload", async ({ page }) => {
    await open(RESOURCE, page);
    await page.getByRole("tab", { name: "YAML" }).click();
    await open("/reference/functions/getagentingress/", page);
    expect(await selected(page).textContent()).toBe("YAML");
    await open("/", page);
    await page.reload();
    expect(await selected(page).textContent()).toBe("YAML");
  });

  it("are chosen by keyboard", async ({ page }) => {
    await open(RESOURCE, page);
    await selected(page).focus();
    await page.keyboard.press("ArrowRight");
    expect(await selected(page).textContent()).toBe("Python");
    await page.keyboard.press("ArrowLeft");
    expect(await selected(page).textContent()).toBe("TypeScript");
    await page.keyboard.press("End");
    expect(await selected(page).textContent()).toBe("YAML");
    expect(await violations(page)).toEqual([]);
  });

  it("are all on the page without scripts", async ({ newPage }) => {
    const { page } = await open(RESOURCE, await newPage({ javaScriptEnabled: false }));
    const programs = page.locator("starlight-tabs").first().locator("pre:visible");
    expect(await programs.count()).toBeGreaterThan(3);
  });
});

describe("the search", () => {
  it.for(["/", "/v0.1/"])("of the site at %s finds a page, which opens", async (base, { page }) => {
    await open(base, page);
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill("agent ingress domain certificates");
    const result = page.getByRole("dialog").getByRole("link").first();
    await result.waitFor();
    expect(await violations(page, "site-search dialog")).toEqual([]);
    await result.click();
    await page.waitForURL((url) => url.pathname !== base);
    expect(page.url()).toContain(base);
    expect((await page.locator("main").textContent())?.toLowerCase()).toContain("certificate");
  });
});

it("the first three results of the search contain the page that answers what people type", async ({
  page,
}) => {
  const searches = readData(join(__dirname, "searches.yaml"), z.record(z.string(), z.string()));
  await open("/", page);
  // Calls the search in the same way as its dialog, without the delay.
  const found = (words: string): Promise<string[]> =>
    page.evaluate(`import("/pagefind/pagefind.js")
      .then(({ search }) => search(${JSON.stringify(words)}))
      .then(({ results }) => Promise.all(results.slice(0, 3).map((each) => each.data())))
      .then((pages) => pages.map(({ url }) => url))`);
  const missed: string[] = [];
  for (const [words, expectedUrl] of Object.entries(searches)) {
    const urls = await found(words);
    if (!urls.includes(expectedUrl)) missed.push(`${words}: ${urls.join(" ")}`);
  }
  expect(missed).toEqual([]);
});

describe("the dark scheme", () => {
  it("can be chosen, and is remembered", async ({ page }) => {
    await open("/quickstart/", page);
    await page.getByLabel("Select theme").first().selectOption("dark");
    await open("/concepts/", page);
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  });

  it.for([
    "/",
    "/guides/protect-a-route/",
    RESOURCE,
    "/concepts/",
    "/performance/",
    "/examples/ci/",
  ])("has no violation on %s for axe", async (path, { newPage }) => {
    const { page } = await open(path, await newPage({ colorScheme: "dark" }));
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
    expect(await violations(page)).toEqual([]);
  });
});

/** Returns a script that counts the elements that scroll sideways. */
const countOfScrolling = (selector: string) =>
  `[...document.querySelectorAll("${selector}")].filter((part) => part.scrollWidth > part.clientWidth + 1).length`;

it("a tablet shows the tables of a resource without scrolling sideways", async ({ newPage }) => {
  const { page } = await open(RESOURCE, await newPage({ viewport: { width: 820, height: 1180 } }));
  expect(await page.evaluate(countOfScrolling(".table"))).toBe(0);
});

describe("a phone", () => {
  it.for([
    "/",
    "/guides/protect-a-route/",
    RESOURCE,
    "/concepts/",
    "/performance/",
    "/measurements/",
    "/review-rules/",
    "/architecture/",
    "/fields/",
  ])(
    "shows %s without scrolling sideways, and axe finds no violation",
    async (path, { newPage }) => {
      const { page } = await open(path, await newPage(PHONE));
      expect(
        await page.evaluate("document.documentElement.scrollWidth - innerWidth"),
      ).toBeLessThanOrEqual(0);
      expect(await violations(page)).toEqual([]);
    },
  );

  it("has the menu on the home page, too, and opens it", async ({ newPage }) => {
    const { page } = await open("/", await newPage(PHONE));
    await page.getByRole("button", { name: "Menu" }).click();
    expect(await page.getByRole("link", { name: "Quick start" }).first().isVisible()).toBe(true);
  });

  it.for(["/review-rules/", "/quickstart/", "/reference/cli/", RESOURCE])(
    "shows whole lines of the programs and the output on %s",
    async (path, { newPage }) => {
      const { page } = await open(path, await newPage(PHONE));
      expect(await page.evaluate(countOfScrolling("pre"))).toBe(0);
    },
  );

  it("shows the tabs of all languages", async ({ newPage }) => {
    const { page } = await open(RESOURCE, await newPage(PHONE));
    const box = await page.getByRole("tab", { name: "YAML" }).first().boundingBox();
    expect((box?.x ?? 375) + (box?.width ?? 375)).toBeLessThanOrEqual(375);
  });

  it("copies a block of code", async ({ newPage }) => {
    const { page } = await open("/quickstart/", await newPage({ ...PHONE, hasTouch: true }));
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy to clipboard" }).first().tap();
    await page.getByText("Copied!").first().waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toContain("npm pack");
  });

  it("keeps the name of an option on one line", async ({ newPage }) => {
    const { page } = await open("/map/", await newPage(PHONE));
    const lines = await page
      .locator("code", { hasText: /^--[\w-]+$/ })
      .evaluateAll((names) => names.map((name) => name.getClientRects().length));
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.filter((count) => count > 1)).toEqual([]);
  });

  it.for([".diagram", ".sl-markdown-content p:has(> img)"])(
    "fades %s at its edge until the reader has scrolled to its end",
    async (selector, { newPage }) => {
      const path = selector === ".diagram" ? "/concepts/" : "/map/";
      const { page } = await open(path, await newPage(PHONE));
      const frame = page.locator(selector).first();
      const fade = () =>
        frame.evaluate((part) => {
          const style = part.ownerDocument.defaultView?.getComputedStyle(part);
          return Number.parseFloat(style?.getPropertyValue("--site-fade") ?? "");
        });
      await expect.poll(fade).toBeGreaterThan(16);
      await frame.evaluate((part) => part.scrollTo({ left: part.scrollWidth }));
      await expect.poll(fade).toBe(0);
    },
  );

  it("has links and buttons of at least 36 pixels in its menu, tabs and headers", async ({
    newPage,
  }) => {
    const { page } = await open("/guides/protect-a-route/", await newPage(PHONE));
    await page.getByRole("button", { name: "Menu" }).click();
    const targets = "header button, nav a, nav summary, [role=tab], .markdown";
    const small = await page
      .locator(targets)
      .locator("visible=true")
      .evaluateAll((all) =>
        all
          .filter((target) => target.getBoundingClientRect().height < 36)
          .map(({ textContent }) => textContent.trim()),
      );
    expect(small).toEqual([]);
  });

  it("shows a row of a wide table as a compact card", async ({ newPage }) => {
    const { page } = await open(RESOURCE, await newPage(PHONE));
    const [name, type] = await page.locator(".table tr:has(.cell-head) td").all();
    const above = await name?.boundingBox();
    const below = await type?.boundingBox();
    expect(below?.y).toBeLessThan((above?.y ?? 0) + (above?.height ?? 0) + 8);
  });

  it("shows the head of its column in each cell of a wide table", async ({ newPage }) => {
    const { page } = await open("/troubleshooting/", await newPage(PHONE));
    const fix = page.locator(".cell-head", { hasText: "Fix" }).first();
    const box = await fix.boundingBox();
    expect(await fix.isVisible()).toBe(true);
    expect((box?.x ?? 375) + (box?.width ?? 375)).toBeLessThanOrEqual(375);
  });
});

it.for([
  ["/concepts/", "svg[role=img]", 1],
  ["/modules/", "svg[role=img]", 1],
  ["/", ".sl-markdown-content img", 1],
  ["/performance/", ".sl-markdown-content img", 2],
  ["/measurements/", ".sl-markdown-content img", 4],
] as const)(
  "pictures of %s are shown, and have a description",
  async ([path, selector, count], { page }) => {
    await open(path, page);
    const pictures = page.locator(selector);
    expect(await pictures.count()).toBe(count);
    for (const picture of await pictures.all()) {
      expect((await picture.boundingBox())?.height).toBeGreaterThan(50);
      expect(
        (await picture.getAttribute("alt")) ?? (await picture.getAttribute("aria-label")),
      ).toMatch(/\w{4}/);
    }
  },
);

/** Returns the rectangle of an element, and the size of the window. */
const placeOf = (page: Page, selector: string): Promise<Record<string, number>> =>
  page.evaluate(`(() => {
    const { top, bottom, left, right } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
    return { top, bottom, left, right, width: innerWidth, height: innerHeight };
  })()`);

describe("the first screen of the home page", () => {
  it("has the name, a sentence, a command and the review", async ({ newPage }) => {
    const { page } = await open("/", await newPage({ viewport: { width: 1360, height: 800 } }));
    expect(await page.locator("h1").textContent()).toMatch(/pulumi-\s*edge-ingress/);
    for (const part of ["h1", ".tagline", ".try code", ".report"]) {
      const { bottom = 0, height = 0 } = await placeOf(page, part);
      expect(bottom, part).toBeLessThanOrEqual(height);
    }
    expect(await page.locator(".report .severity-high").count()).toBe(2);
  });

  it("has the whole width of the review on a phone", async ({ newPage }) => {
    const { page } = await open("/", await newPage({ viewport: { width: 390, height: 844 } }));
    const {
      left = -1,
      right = 999,
      top = 999,
      width = 0,
      height = 0,
    } = await placeOf(page, ".report");
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(width);
    expect(top).toBeLessThan(height);
    const isCut =
      "[...document.querySelectorAll('.report *')].some((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)";
    expect(await page.evaluate(isCut)).toBe(false);
  });
});

it.for(["/map/", "/reference/resources/sshcertificateauthority/", "/style/", "/guides/leave/"])(
  "the sidebar shows the entry of %s when it opens",
  async (path, { newPage }) => {
    const { page } = await open(path, await newPage({ viewport: { width: 1360, height: 700 } }));
    const { top = -1, bottom = 999, height = 0 } = await placeOf(page, ".sidebar [aria-current]");
    expect(top).toBeGreaterThan(0);
    expect(bottom).toBeLessThanOrEqual(height);
  },
);

it("a page leads to the page before and after it, and to itself as Markdown", async ({ page }) => {
  await open("/guides/protect-a-route/", page);
  expect(await page.locator("a[rel=prev]").count()).toBe(1);
  expect(await page.locator("a[rel=next]").count()).toBe(1);
  const markdown = page.getByRole("link", { name: "This page as Markdown" });
  expect(await markdown.getAttribute("href")).toBe("/guides/protect-a-route.md");
});

it("a shared link has a picture", async ({ page }) => {
  await open("/v0.1/quickstart/", page);
  const address = await page.locator('meta[property="og:image"]').getAttribute("content");
  const response = await fetch(new URL(address ?? "", page.url()));
  const png = Buffer.from(await response.arrayBuffer());
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
});

it.for(["light", "dark"] as const)(
  "charts have the background of the %s scheme that a reader chooses",
  async (scheme, { newPage }) => {
    const other = scheme === "light" ? "dark" : "light";
    const { page } = await open("/performance/", await newPage({ colorScheme: other }));
    await page.getByLabel("Select theme").first().selectOption(scheme);
    const chart = page.locator(".sl-markdown-content img").first();
    await chart.scrollIntoViewIfNeeded();
    const png = (await chart.screenshot()).toString("base64");
    // The left upper corner of a chart is empty.
    const brightness = await page.evaluate(`(async () => {
      const image = new Image();
      image.src = "data:image/png;base64,${png}";
      await image.decode();
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
      context.drawImage(image, 0, 0);
      return context.getImageData(4, 4, 1, 1).data[0];
    })()`);
    if (scheme === "light") expect(brightness).toBeGreaterThan(200);
    else expect(brightness).toBeLessThan(60);
  },
);

it("the findings of a report have the colors of their severities", async ({ page }) => {
  await open("/review/", page);
  const colorOf = (style: string) =>
    page.evaluate(
      `getComputedStyle(document.querySelector("pre .output-${style} span, pre .output-${style}")).color`,
    );
  const colors = [await colorOf("high"), await colorOf("medium"), await colorOf("quiet")];
  expect(new Set(colors).size).toBe(3);
});

describe("versions on one host", () => {
  it("offer each other", async ({ page }) => {
    await open("/", page);
    const versions = page.getByLabel("Version").locator("visible=true");
    await versions.selectOption("/v0.1/");
    await page.waitForURL((url) => url.pathname === "/v0.1/");
    expect(await versions.inputValue()).toBe("/v0.1/");
  });

  it("link to their own pages alone", async ({ page }) => {
    await open("/v0.1/", page);
    const links = await page
      .locator("a[href^='/']")
      .evaluateAll((all) => all.map((a) => a.getAttribute("href") ?? ""));
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((link) => !link.startsWith("/v0.1/"))).toEqual([]);
  });
});

it("an address without a page gets the site's own page, with status 404", async ({ page }) => {
  const { status } = await open("/no-such-page/", page);
  expect(status).toBe(404);
  expect(await page.locator("h1").textContent()).toContain("404");
  expect(await page.locator("main").getByRole("link").count()).toBeGreaterThan(0);
});
