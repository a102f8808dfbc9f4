import { expect, it } from "vitest";
import { RECORD_KINDS } from "../../src/core/lifecycle/ownership/records";
import { textOf } from "../support/files";

/** The page about ownership, which is to be checked by reading, agrees with the code. */

const page = textOf("docs/internals/ownership.md");

/** The rows of the table below a heading, cell by cell. */
function rowsBelow(heading: string): string[][] {
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  const lines = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => /^\| /.test(line));
  return lines
    .filter((line) => !/^\| ---/.test(line))
    .map((line) => line.slice(2, -2).split(" | "));
}

const code = [
  "src/core/provider/module-calls.ts",
  "src/core/provider/modules-at-end.ts",
  "src/core/resources/route-deletion.ts",
  "src/core/lifecycle/singleton.ts",
  "src/core/lifecycle/ownership/ownership.ts",
  "src/fronts/program/declared-modules.ts",
].map(textOf);

const namesIn = (cell: string | undefined): string[] =>
  [...(cell ?? "").matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);

it("lists each kind of record with its scope", () => {
  const [, ...rows] = rowsBelow("Records");
  expect(Object.fromEntries(rows.map(([kind = "", , , scope]) => [kind, scope]))).toEqual(
    Object.fromEntries(Object.entries(RECORD_KINDS).map(([kind, scope]) => [`\`${kind}\``, scope])),
  );
});

it("names an event for each kind of record, and functions that exist", () => {
  const [, ...events] = rowsBelow("Events");
  const kinds = new Set(events.flatMap(([, , records]) => namesIn(records)));
  expect([...kinds].sort()).toEqual(Object.keys(RECORD_KINDS).sort());
  const atEnd = rowsBelow("At the end of a run").slice(1);
  const functions = [...events, ...atEnd].flatMap(([, by]) => namesIn(by?.replace(/ of .*/, "")));
  expect(functions.length).toBeGreaterThan(12);
  const isMissing = (name: string) =>
    !code.some((text) => new RegExp(`function ${name}\\b`).test(text));
  expect(functions.filter(isMissing)).toEqual([]);
});

it("names tests that exist", () => {
  const tests = textOf("sdk-tests/lifecycle/ownership.test.ts");
  const titles = [...page.matchAll(/"((?:stays|is refused) [^"]+)"/g)].map(([, title]) => title);
  expect(titles).not.toEqual([]);
  expect(titles.filter((title) => !tests.includes(`"${title}"`))).toEqual([]);
  const [, sentence = ""] = /The tests of the rows are the tables (.*?) in\s/.exec(page) ?? [];
  const tables = namesIn(sentence);
  expect(tables).not.toEqual([]);
  expect(tables.filter((name) => !tests.includes(`const ${name}:`))).toEqual([]);
});

it("refers to records alone in the table of decisions", () => {
  const [, ...rows] = rowsBelow("Decisions about a deletion");
  const conditions = rows.slice(0, 6).flatMap(([, condition]) => namesIn(condition));
  expect(conditions).toContain("configured");
  const commands = ["destroy"];
  const unknown = conditions.filter((name) => !(name in RECORD_KINDS) && !commands.includes(name));
  expect(unknown).toEqual([]);
});
