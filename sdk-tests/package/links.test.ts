import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readSite } from "../../site/stage/pages.mts";
import * as definitions from "../../src/core/definitions";
import { documentLinks, documents, leadsToHeading } from "../support/documents";
import { filesBelow, root, textOf } from "../support/files";

/**
 * Tests of the links of the repository's documents, and their place on the site. `published.test.ts` tests the links of
 * the package.
 */

const links = documents().flatMap(documentLinks);

it("every relative link of a document leads to a file or folder of the repository", () => {
  expect(links.length).toBeGreaterThan(150);
  expect(
    links.filter(({ target }) => !existsSync(join(root, target))).map(({ label }) => label),
  ).toEqual([]);
});

it("every anchor of a relative link is a heading of the document that the link leads to", () => {
  expect(links.filter(({ anchor }) => anchor !== "").length).toBeGreaterThan(20);
  expect(links.filter((link) => !leadsToHeading(link)).map(({ label }) => label)).toEqual([]);
});

it("every document for users can be reached by links from the README", () => {
  const reached = new Set(["README.md"]);
  for (const page of reached)
    if (page.endsWith(".md")) for (const { target } of documentLinks(page)) reached.add(target);
  // The README links to the records as a folder; `docs/_index.md` is the overview in the Registry.
  const pages = documents().filter((page) =>
    /^(docs\/(?!decisions\/|_index)|CONTRIBUTING|SECURITY)/.test(page),
  );
  expect(pages.filter((page) => !reached.has(page))).toEqual([]);
});

it("every document is a page of the site: site/navigation.yaml gives a section to each", () => {
  const pages = readSite(root).pages.map(({ path }) => path);
  // The home page consists of two documents, and the README of an example belongs to the page of its folder.
  const paths = [...pages, "docs/_index.md", ...pages.map((path) => `${path}/README.md`)];
  // The notes of a release are a page on GitHub.
  const isNotes = (document: string) => document.startsWith("release/notes/");
  const missing = documents().filter((document) => !paths.includes(document));
  expect(missing.filter((document) => !isNotes(document))).toEqual([]);
});

it("no two pages of the site have one address, and each has a title", () => {
  const { pages } = readSite(root);
  expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length);
  expect(pages.filter(({ title }) => title === "")).toEqual([]);
});

it("the summary of the API has the sections that types and definitions name", () => {
  const sections = [...textOf("docs/api.md").matchAll(/^##+ (.+)$/gm)].map(([, title]) => title);
  const named = filesBelow("src")
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => [...textOf(path).matchAll(/API reference: ([^)]*)\)/g)])
    .map(([, title = ""]) => title.replaceAll(/\s+\*?\s*/g, " "));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((title) => !sections.includes(title))).toEqual([]);
  expect(Object.values(definitions).filter(({ title }) => !sections.includes(title))).toEqual([]);
});
