import { expect, it } from "vitest";
import { filesBelow, textOf } from "../support/files";
import { readSchema } from "../support/package-schema";

/** Tests of the pages of the reference, which `npm run generate` writes. */

const pages = filesBelow("docs/reference").filter((path) => /\/(resources|functions)\//.test(path));

/** The rows of each table of a page, without its head. */
const tablesOf = (page: string): string[][] =>
  textOf(page)
    .replaceAll("\r\n", "\n")
    .split(/^\| Name \| Type \| Description \|\n\| --- \| --- \| --- \|\n/m)
    .slice(1)
    .map((part) => (part.split("\n\n")[0] ?? "").split("\n").filter((row) => row !== ""));

const isRequired = (row: string): boolean => row.includes("` **required** |");

const rows = pages.flatMap((page) =>
  tablesOf(page).flatMap((table) => table.map((row) => ({ page, row }))),
);

it("every table of a page of the reference begins with the required properties", () => {
  expect(rows.filter(({ row }) => isRequired(row)).length).toBeGreaterThan(30);
  const unsorted = pages.filter((page) =>
    tablesOf(page).some((table) =>
      table.some((row, index) => isRequired(row) && !table.slice(0, index).every(isRequired)),
    ),
  );
  expect(unsorted).toEqual([]);
});

it("a page of the reference marks the required arguments of the package schema, and no output", () => {
  const { resources } = readSchema();
  for (const [token, { requiredInputs = [] }] of Object.entries(resources)) {
    const page = `docs/reference/resources/${token.replace(/^.*:/, "")}.md`;
    const [args = [], outputs = []] = tablesOf(page);
    const marked = args.filter(isRequired).map((row) => /`(\w+)`/.exec(row)?.[1]);
    expect(marked.sort(), page).toEqual([...requiredInputs].sort());
    expect(outputs.filter(isRequired), page).toEqual([]);
  }
});

it("every object type on a page of the reference is a link to its section", () => {
  const types = rows.map(({ page, row }) => ({ page, type: row.split(" | ")[1] ?? "" }));
  expect(types.filter(({ type }) => type.includes("object"))).toEqual([]);
  const links = types.flatMap(({ page, type }) => {
    const [, name] = /\[(\w+)\]\(#\w+\)/.exec(type) ?? [];
    return name === undefined ? [] : [{ page, name }];
  });
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter(({ page, name }) => !textOf(page).includes(`\n### ${name}\n`))).toEqual([]);
});

it("the index of the reference describes every resource and function in a line", () => {
  const { resources, functions } = readSchema();
  const index = textOf("docs/reference/index.md").replaceAll("\r\n", "\n");
  const described = [...index.matchAll(/^\| \[(\w+)\]\(\w+\/\w+\.md\) \| [A-Z].*\. \|$/gm)];
  expect(described.map(([, name]) => name).sort()).toEqual(
    Object.keys({ ...resources, ...functions })
      .map((token) => token.replace(/^.*:/, ""))
      .sort(),
  );
});
