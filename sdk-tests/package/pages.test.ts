import { readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
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

describe("the pages", () => {
  it("can all be reached by links from the README", () => {
    const reached = new Set<string>();
    const visit = (page: string): void => {
      if (reached.has(page)) return;
      reached.add(page);
      if (!page.endsWith(".md")) return;
      for (const [, path = ""] of text(page).matchAll(/\]\((?![a-z]+:)([^)#\s]+\.md)/g))
        visit(posix.join(posix.dirname(page), path));
    };
    visit("README.md");
    // The records are linked to as a folder; the Registry has the other page for its overview.
    const others = (page: string) => page.startsWith("docs/decisions/") || page === "docs/_index.md";
    expect(pages.filter((page) => !reached.has(page) && !others(page))).toEqual([]);
  });
});

describe("the README", () => {
  const readme = text("README.md");

  it("has the first program of the quick start", () => {
    const [, program = ""] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? [];
    expect(program).toContain("new AgentIngress");
    expect(text("docs/quickstart.md")).toContain(program);
  });

  it("imports an account by the commands of the page on imports, whose output is tested", () => {
    const [, section = ""] = /^## From an existing account\n(.*?)^## /ms.exec(readme) ?? [];
    const [, commands = ""] = /^```sh\n(.*?)^```$/ms.exec(section) ?? [];
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
