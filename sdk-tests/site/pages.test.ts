import { resolve } from "node:path";
import { expect, inject } from "vitest";
import { readSite } from "../../site/stage/pages.mts";
import { type Opened, open, violations, withBrowser } from "./browser";

/** Every page of the site, opened in a browser by following links from the first. */

interface Visit extends Omit<Opened, "page"> {
  readonly links: readonly string[];
  readonly ids: readonly string[];
  readonly violations: readonly string[];
}

const it = withBrowser();
const visits = new Map<string, Visit>();

const site = () => new URL(inject("site"));

/** The path of a link to this host, without its anchor. */
const pathOf = (link: string): string => new URL(link).pathname;

const isPage = (link: string): boolean =>
  link.startsWith(site().href) && pathOf(link).endsWith("/");

it.beforeAll(async ({ browser }) => {
  const tab = await browser.newPage({ colorScheme: "light" });
  const queue = ["/"];
  for (const path of queue) {
    const { page, ...opened } = await open(path, tab);
    const links = await page
      .locator("a[href]")
      .evaluateAll((all) => all.map((link) => `${Reflect.get(link, "href")}`));
    const ids = await page.locator("[id]").evaluateAll((all) => all.map(({ id }) => id));
    visits.set(path, { ...opened, links, ids, violations: await violations(page) });
    const next = new Set(links.filter(isPage).map(pathOf));
    queue.push(...[...next].filter((path) => !queue.includes(path)));
  }
});

/** Returns a line for each problem of a page. */
const problems = (of: (visit: Visit) => readonly (string | number | undefined)[]): string[] =>
  [...visits].flatMap(([path, visit]) => of(visit).map((problem) => `${path}: ${problem}`));

it("every document of the repository is a page that links lead to, and is served", () => {
  const expected = readSite(resolve(__dirname, "../..")).pages.map(({ id }) =>
    id === "index" ? "/" : `/${id}/`,
  );
  expect([...visits.keys()].sort()).toEqual(expected.sort());
  expect(problems(({ status }) => (status === 200 ? [] : [status]))).toEqual([]);
});

const isElsewhere = (address: string) => !address.startsWith(site().href);
const isLocal = (link: string) => isElsewhere(link) && /\/\/(localhost|127\.0\.0\.1)/.test(link);

it.each<{ title: string; of: (visit: Visit) => readonly string[] }>([
  { title: "no page logs an error", of: ({ errors }) => errors },
  {
    title: "no page requests anything from another host",
    of: ({ requested }) =>
      requested.filter((address) => isElsewhere(address) && !/^(data|blob):/.test(address)),
  },
  { title: "no page links to this computer", of: ({ links }) => links.filter(isLocal) },
  { title: "no page violates a rule of axe", of: (visit) => visit.violations },
])("$title", ({ of }) => {
  expect(problems(of)).toEqual([]);
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
  const statuses = await Promise.all(
    [...files].map(async (file) => ({ file, status: (await fetch(file)).status })),
  );
  expect(statuses.filter(({ status }) => status !== 200)).toEqual([]);
});

/** Returns the links of a text in Markdown that lead to this host. */
const markdownLinks = (text: string, from: string): string[] =>
  [...text.matchAll(/\]\((\/[^)\s#]*)/g)].map(([, path = ""]) => new URL(path, from).href);

const isServed = async (address: string): Promise<boolean> => (await fetch(address)).ok;

it("every page is served as Markdown at its address with .md, and llms.txt lists all of them", async () => {
  const paths = [...visits.keys()].map((path) =>
    path === "/" ? "/index.md" : path.replace(/\/$/, ".md"),
  );
  const list = await (await fetch(new URL("/llms.txt", site()))).text();
  expect(markdownLinks(list, site().href).map(pathOf).sort()).toEqual(paths.sort());
  const texts = await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(new URL(path, site()));
      return { path, type: response.headers.get("content-type"), text: await response.text() };
    }),
  );
  const isMarkdown = ({ type, text }: { readonly type: string | null; readonly text: string }) =>
    type?.startsWith("text/markdown") && text.startsWith("# ");
  expect(texts.filter((page) => !isMarkdown(page)).map(({ path }) => path)).toEqual([]);
  const links = new Set(
    texts.flatMap(({ path, text }) => markdownLinks(text, `${site().href}${path}`)),
  );
  expect(links.size).toBeGreaterThan(100);
  const broken: string[] = [];
  for (const link of links) if (!(await isServed(link))) broken.push(link);
  expect(broken).toEqual([]);
});
