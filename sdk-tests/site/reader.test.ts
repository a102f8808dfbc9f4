import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connect, open, violations } from "./browser";

/** What a reader does on the site. */

const RESOURCE = "/reference/resources/agentingress/";

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await connect();
});

afterAll(() => browser.close());

beforeEach(async () => {
  page = await browser.newPage({ colorScheme: "light" });
});

afterEach(() => page.close());

const tabs = () => page.getByRole("tab");
const selected = () => page.getByRole("tab", { selected: true }).first();

describe("programs in several languages", () => {
  it("show the first language, and the other that a reader chooses", async () => {
    await open(RESOURCE, page);
    expect((await tabs().allTextContents()).slice(0, 3)).toEqual(["TypeScript", "Python", "Go"]);
    expect(await page.locator("pre:visible").first().textContent()).toContain("new edge_ingress.AgentIngress");
    await page.getByRole("tab", { name: "Python" }).click();
    expect(await page.locator("pre:visible").first().textContent()).toContain("import pulumi_edge_ingress");
    expect(await page.getByRole("tabpanel").count()).toBe(1);
  });

  it("remember the language on other pages, and after a reload", async () => {
    await open(RESOURCE, page);
    await page.getByRole("tab", { name: "YAML" }).click();
    await open("/reference/functions/getagentingress/", page);
    expect(await selected().textContent()).toBe("YAML");
    await open("/", page);
    await page.reload();
    expect(await selected().textContent()).toBe("YAML");
  });

  it("are chosen by keyboard", async () => {
    await open(RESOURCE, page);
    await selected().focus();
    await page.keyboard.press("ArrowRight");
    expect(await selected().textContent()).toBe("Python");
    await page.keyboard.press("ArrowLeft");
    expect(await selected().textContent()).toBe("TypeScript");
    await page.keyboard.press("End");
    expect(await selected().textContent()).toBe("YAML");
    expect(await violations(page)).toEqual([]);
  });

  it("are all on the page without scripts", async () => {
    const bare = await browser.newPage({ javaScriptEnabled: false });
    await open(RESOURCE, bare);
    const programs = bare.locator("starlight-tabs").first().locator("pre:visible");
    expect(await programs.count()).toBeGreaterThan(3);
    await bare.close();
  });
});

describe("the search", () => {
  it.each([
    ["/", "agent ingress domain certificates"],
    ["/v0.1/", "agent ingress domain certificates"],
  ])("of the site at %s finds a page, which opens", async (base, words) => {
    await open(base, page);
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill(words);
    const result = page.getByRole("dialog").getByRole("link").first();
    await result.waitFor();
    expect(await violations(page, "site-search dialog")).toEqual([]);
    await result.click();
    await page.waitForURL((url) => url.pathname !== base);
    expect(page.url()).toContain(base);
    expect((await page.locator("main").textContent())?.toLowerCase()).toContain("certificate");
  });
});

describe("the first three results of the search", () => {
  /** What people type, and a page that answers it. */
  const searches: readonly (readonly [words: string, page: string])[] = [
    ["rate limit", "/guides/recipes/"],
    ["429", "/reliability/"],
    ["proxy", "/guides/recipes/"],
    ["certificate", "/guides/certificates-and-dns/"],
    ["rename", "/modules/"],
    ["import", "/import/"],
    ["terraform", "/why/"],
    ["drift", "/guides/drift/"],
    ["secret", "/guides/rotate-keys/"],
    ["rotate key", "/guides/rotate-keys/"],
    ["state lost", "/guides/disaster-recovery/"],
    ["backend S3", "/guides/state-backends/"],
    ["pulumi login", "/guides/state-backends/"],
    ["github actions", "/guides/ci-review/"],
    ["policy", "/policies/"],
    ["OPA", "/policies/"],
    ["diff", "/stack-diff/"],
    ["promote", "/guides/promotion/"],
    ["multi-account", "/guides/several-accounts/"],
    ["windows", "/compatibility/"],
    ["uninstall", "/guides/leave/"],
    ["upgrade", "/upgrade/"],
    ["python", "/examples/python/"],
    ["oauth", "/guides/protect-a-route/"],
  ];

  it("contain the page that answers what people type", async () => {
    await open("/", page);
    // What the dialog of the search calls, without its delay.
    const found = (words: string): Promise<string[]> =>
      page.evaluate(`import("/pagefind/pagefind.js")
        .then(({ search }) => search(${JSON.stringify(words)}))
        .then(({ results }) => Promise.all(results.slice(0, 3).map((each) => each.data())))
        .then((pages) => pages.map(({ url }) => url))`);
    const missed: string[] = [];
    for (const [words, wanted] of searches) {
      const urls = await found(words);
      if (!urls.includes(wanted)) missed.push(`${words}: ${urls.join(" ")}`);
    }
    expect(missed).toEqual([]);
  });
});

describe("the dark scheme", () => {
  it("can be chosen, and is remembered", async () => {
    await open("/quickstart/", page);
    await page.getByLabel("Select theme").first().selectOption("dark");
    await open("/concepts/", page);
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  });

  it.each(["/", "/guides/protect-a-route/", RESOURCE, "/concepts/", "/performance/", "/examples/ci/"])(
    "has no violation on %s for axe",
    async (path) => {
      const dark = await browser.newPage({ colorScheme: "dark" });
      await open(path, dark);
      expect(await dark.locator("html").getAttribute("data-theme")).toBe("dark");
      expect(await violations(dark)).toEqual([]);
      await dark.close();
    },
  );
});

describe("a phone", () => {
  it.each([
    "/",
    "/guides/protect-a-route/",
    RESOURCE,
    "/concepts/",
    "/performance/",
    "/measurements/",
    "/review-rules/",
    "/architecture/",
    "/fields/",
  ])("shows %s without scrolling sideways, and axe finds no violation", async (path) => {
    const phone = await browser.newPage({ viewport: { width: 375, height: 800 } });
    await open(path, phone);
    expect(await phone.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    expect(await violations(phone)).toEqual([]);
    await phone.close();
  });
});

describe("the menu of a phone", () => {
  it("is on the home page, too, and opens", async () => {
    const phone = await browser.newPage({ viewport: { width: 375, height: 800 } });
    await open("/", phone);
    await phone.getByRole("button", { name: "Menu" }).click();
    expect(await phone.getByRole("link", { name: "Quick start" }).first().isVisible()).toBe(true);
    await phone.close();
  });

  it("shows each cell of a wide table below the head of its column", async () => {
    const phone = await browser.newPage({ viewport: { width: 375, height: 800 } });
    await open("/troubleshooting/", phone);
    const fix = phone.locator(".cell-head", { hasText: "Fix" }).first();
    const box = await fix.boundingBox();
    expect(await fix.isVisible()).toBe(true);
    expect((box?.x ?? 375) + (box?.width ?? 375)).toBeLessThanOrEqual(375);
    await phone.close();
  });
});

describe("pictures", () => {
  it.each([
    ["/concepts/", "svg[role=img]", 1],
    ["/modules/", "svg[role=img]", 1],
    ["/", ".review img", 1],
    ["/performance/", ".sl-markdown-content img", 2],
    ["/measurements/", ".sl-markdown-content img", 4],
  ])("of %s are shown, and have a description", async (path, selector, count) => {
    await open(path, page);
    const pictures = page.locator(selector);
    expect(await pictures.count()).toBe(count);
    for (const picture of await pictures.all()) {
      expect((await picture.boundingBox())?.height).toBeGreaterThan(50);
      expect((await picture.getAttribute("alt")) ?? (await picture.getAttribute("aria-label"))).toMatch(/\w{4}/);
    }
  });
});

describe("versions on one host", () => {
  it("offer each other", async () => {
    await open("/", page);
    const versions = page.getByLabel("Version").locator("visible=true");
    await versions.selectOption("/v0.1/");
    await page.waitForURL((url) => url.pathname === "/v0.1/");
    expect(await versions.inputValue()).toBe("/v0.1/");
  });

  it("link to their own pages alone", async () => {
    await open("/v0.1/", page);
    const links = await page.locator("a[href^='/']").evaluateAll((all) => all.map((a) => a.getAttribute("href") ?? ""));
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((link) => !link.startsWith("/v0.1/"))).toEqual([]);
  });
});

it("an address without a page gets the site's own page, with status 404", async () => {
  const { status } = await open("/no-such-page/", page);
  expect(status).toBe(404);
  expect(await page.locator("h1").textContent()).toContain("404");
  expect(await page.locator("main").getByRole("link").count()).toBeGreaterThan(0);
});
