import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { errorMessages } from "../support/messages";

/** The page that explains messages, against the messages in the source. */

const page = readFileSync(join(resolve(__dirname, "../.."), "docs/troubleshooting.md"), "utf8");

/** As a cell of the table has it: without the punctuation at its beginning, and between backquotes. */
const written = (constant: string): string =>
  constant
    .split("`")
    .sort((a, b) => b.length - a.length)[0]
    ?.replace(/^\W+/, "")
    .trim() ?? "";

describe("docs/troubleshooting.md", () => {
  it.each(["src/core", "src/fronts", "src/insight", "src/cli"])("explains each error of %s", (folder) => {
    const messages = errorMessages(folder);
    expect(messages.length).toBeGreaterThan(5);
    const missing = messages.filter(({ constant }) => !page.includes(written(constant)));
    expect(missing.map(({ place, constant }) => `${place}: no row for "${written(constant)}"`)).toEqual([]);
  });

  it("has in each row a message, its cause and a fix", () => {
    const rows = page.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| ---"));
    expect(rows.length).toBeGreaterThan(50);
    const wrong = rows.filter((row) => row.replaceAll(/`[^`]*`/g, "").split("|").length !== 5);
    expect(wrong).toEqual([]);
  });
});
