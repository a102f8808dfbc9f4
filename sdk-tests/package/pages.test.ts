import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import * as definitions from "../../src/core/definitions";
import { filesBelow } from "../support/files";

/** The form of the documents that users read. */

const root = resolve(__dirname, "../..");
const text = (path: string): string => readFileSync(join(root, path), "utf8");

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...filesBelow("docs").filter((path) => /\.md$/.test(path)),
];

/** The cells of a line of a table: a bar inside code or behind a backslash does not end a cell. */
const cellsOf = (line: string): number => line.replaceAll(/`[^`]*`|\\\|/g, "").split("|").length;

/** The lines of each table of a page, without what is in blocks of code. */
const tablesOf = (page: string): string[][] =>
  text(page)
    .replaceAll(/^```.*?^```$/gms, "")
    .split(/\n(?!\|)/)
    .map((part) => part.split("\n").filter((line) => line.startsWith("|")))
    .filter((lines) => lines.length > 0);

describe("the pages", () => {
  it("have tables of which every row has as many cells as the head", () => {
    const tables = pages.flatMap((page) => tablesOf(page).map((lines) => ({ page, lines })));
    expect(tables.length).toBeGreaterThan(40);
    const broken = tables.flatMap(({ page, lines }) =>
      lines.filter((line) => cellsOf(line) !== cellsOf(lines[0] ?? "")).map((line) => `${page}: ${line}`),
    );
    expect(broken).toEqual([]);
  });

  it("can all be reached by links from the README", () => {
    const reached = new Set<string>();
    const visit = (page: string): void => {
      if (reached.has(page)) return;
      reached.add(page);
      if (!page.endsWith(".md")) return;
      for (const [, path = ""] of text(page).matchAll(/\]\((?![a-z]+:)([^)#\s]+\.md)/g))
        visit(join(dirname(page), path));
    };
    visit("README.md");
    // The records are linked to as a folder; the Registry has the other page for its overview.
    const others = (page: string) => page.startsWith(join("docs", "decisions")) || page === join("docs", "_index.md");
    expect(pages.filter((page) => !reached.has(page) && !others(page))).toEqual([]);
  });
});

describe("the README", () => {
  const readme = text("README.md");

  it("has at most 150 lines, and breaks a line only at the end of a paragraph", () => {
    const lines = readme
      .replaceAll(/^```.*?^```$/gms, "")
      .trimEnd()
      .split("\n");
    expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(150);
    const isProse = (line = "") => /^[\w*[`(]/.test(line);
    expect(lines.filter((line, index) => isProse(line) && isProse(lines[index + 1]))).toEqual([]);
  });

  it("has the first program of the quick start", () => {
    const [, program = ""] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? [];
    expect(program).toContain("new AgentIngress");
    expect(text("docs/quickstart.md")).toContain(program);
  });

  it("imports an account by the commands of the page on imports, whose output is tested", () => {
    const [, section = ""] = /^## From an existing account\n(.*?)^## /ms.exec(readme) ?? [];
    const [, commands = ""] = /^```sh\n(.*?)^```$/ms.exec(section) ?? [];
    expect(commands).toContain("npx edge-ingress import ");
    const session = text("docs/import.md");
    expect(
      commands
        .trim()
        .split("\n")
        .filter((command) => !session.includes(`$ ${command}\n`)),
    ).toEqual([]);
  });

  it("has the program of the overview for the Registry", () => {
    const [program = ""] = /^```ts\n.*?^```$/ms.exec(readme) ?? [];
    expect(program).toContain("new AgentIngress");
    expect(text("docs/_index.md")).toContain(program);
  });

  it.each(["README.md", "docs/why.md", "docs/faq.md", "docs/reliability.md", "docs/quickstart.md"])(
    "and %s say that the service itself has not been tried",
    (page) => {
      expect(text(page).replaceAll(/\s+/g, " ")).toMatch(
        /not been run against the service itself|Has it been run against the service\? No\.|The service itself may differ/,
      );
    },
  );
});

describe("the summary of the API", () => {
  const sections = [...text("docs/api.md").matchAll(/^##+ (.+)$/gm)].map(([, title]) => title);

  it("has the sections that types and definitions name", () => {
    const sources = filesBelow("src").filter((path) => path.endsWith(".ts"));
    const named = sources.flatMap((path) =>
      [...text(path).matchAll(/API reference: ([^)]*)\)/g)].map(([, title = ""]) =>
        title.replaceAll(/\s+\*?\s*/g, " "),
      ),
    );
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((title) => !sections.includes(title))).toEqual([]);
    expect(Object.values(definitions).filter(({ title }) => !sections.includes(title))).toEqual([]);
  });

  it("is linked to by section", () => {
    const anchors = sections.map((title = "") => title.toLowerCase().replaceAll(" ", "-"));
    const links = pages.flatMap((page) => [...text(page).matchAll(/\]\((?:[./]*)api\.md#([^)]+)\)/g)]);
    expect(links.length).toBeGreaterThan(20);
    expect(links.map(([, anchor = ""]) => anchor).filter((anchor) => !anchors.includes(anchor))).toEqual([]);
  });
});
