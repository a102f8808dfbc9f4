import { resolve } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { readSite } from "../../site/stage/pages.mts";
import { connect, open, violations } from "./browser";

/** Every page of the site, opened in a browser by following links from the first. */

interface Visit {
  readonly status: number | undefined;
  readonly errors: readonly string[];
  readonly requested: readonly string[];
  readonly links: readonly string[];
  readonly ids: readonly string[];
  readonly violations: readonly string[];
}

let browser: Browser;
const visits = new Map<string, Visit>();

const site = () => new URL(inject("site"));

/** The path of a link to this host, without its anchor. */
const pathOf = (link: string): string => new URL(link).pathname;

const isPage = (link: string): boolean => link.startsWith(site().href) && pathOf(link).endsWith("/");

beforeAll(async () => {
  browser = await connect();
  const tab = await browser.newPage({ colorScheme: "light" });
  const queue = ["/"];
  for (const path of queue) {
    const { status, errors, requested, page } = await open(path, tab);
    const links = await page.locator("a[href]").evaluateAll((all) => all.map((link) => `${Reflect.get(link, "href")}`));
    const ids = await page.locator("[id]").evaluateAll((all) => all.map(({ id }) => id));
    visits.set(path, { status, errors, requested, links, ids, violations: await violations(page) });
    queue.push(
      ...new Set(
        links
          .filter(isPage)
          .map(pathOf)
          .filter((next) => !queue.includes(next)),
      ),
    );
  }
});

afterAll(() => browser.close());

/** One line for each problem of a page. */
const problems = (of: (visit: Visit) => readonly (string | number | undefined)[]): string[] =>
  [...visits].flatMap(([path, visit]) => of(visit).map((problem) => `${path}: ${problem}`));

it("every document of the repository is a page that links lead to, and is served", () => {
  const expected = readSite(resolve(__dirname, "../..")).pages.map(({ id }) => (id === "index" ? "/" : `/${id}/`));
  expect([...visits.keys()].sort()).toEqual(expected.sort());
  expect(problems(({ status }) => (status === 200 ? [] : [status]))).toEqual([]);
});

it("no page logs an error", () => {
  expect(problems(({ errors }) => errors)).toEqual([]);
});

it("no page requests anything from another host", () => {
  const isElsewhere = (address: string) => !address.startsWith(site().href) && !/^(data|blob):/.test(address);
  expect(problems(({ requested }) => requested.filter(isElsewhere))).toEqual([]);
});

it("every anchor of a link is on its page", () => {
  const isBroken = (link: string): boolean => {
    const anchor = decodeURIComponent(new URL(link).hash.slice(1));
    return isPage(link) && anchor !== "" && visits.get(pathOf(link))?.ids.includes(anchor) !== true;
  };
  expect(problems(({ links }) => links.filter(isBroken))).toEqual([]);
});

it("every file that a page links to is served", async () => {
  const all = [...visits.values()].flatMap(({ links }) => links);
  const files = new Set(all.filter((link) => link.startsWith(site().href) && !isPage(link)));
  expect([...files].map(pathOf)).toContain("/files/LICENSE");
  const statuses = await Promise.all([...files].map(async (file) => ({ file, status: (await fetch(file)).status })));
  expect(statuses.filter(({ status }) => status !== 200)).toEqual([]);
});

it("no page links to this computer", () => {
  const isLocal = (link: string) => !link.startsWith(site().href) && /\/\/(localhost|127\.0\.0\.1)/.test(link);
  expect(problems(({ links }) => links.filter(isLocal))).toEqual([]);
});

it("axe finds no violation on any page", () => {
  expect(problems((visit) => visit.violations)).toEqual([]);
});
