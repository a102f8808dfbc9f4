import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { compare, STACK_DIFFERENCE } from "../../src/insight/diff/compare";
import { asJson, asMarkdown, asTable } from "../../src/insight/diff/formats";
import { readExport } from "../../src/insight/engine/export";
import { type Suppression, unusedNote } from "../../src/insight/report/suppression";
import { readSuppressions } from "../../src/insight/report/suppression-file";
import { readEntries } from "../support/data";
import { edited, exported } from "./exports";

const [dev, prod] = [exported("dev.decrypted"), exported("prod.decrypted")];

/** Decides what is expired. */
const NOW = new Date("2027-02-01T00:00Z");

const formats = { table: asTable, Markdown: asMarkdown, JSON: asJson } as const;

const ignored = z.strictObject({
  resource: z.string().exactOptional(),
  argument: z.string().exactOptional(),
});
const printed = z.strictObject({
  of: z.enum(["dev", "prod", "prod.decrypted"]),
  ignoring: z.array(ignored).default([]),
  format: z.enum(["table", "Markdown", "JSON"]),
  output: z.string(),
});
const outputs = readEntries(join(__dirname, "outputs.yaml"), "outputs", printed);

/** Compares the stack `dev` with another stack, without the differences that the entries ignore. */
const compared = (other: string, ...entries: Partial<Suppression>[]) =>
  compare(
    readExport("dev", dev),
    readExport("prod", other),
    entries.map((suppression) => ({ rule: STACK_DIFFERENCE, reason: "why", ...suppression })),
  );

const found = (...entries: z.infer<typeof ignored>[]) =>
  compared(prod, ...entries).differences.map((difference) =>
    "path" in difference
      ? `${difference.resource.name} ${difference.path}`
      : difference.resource.name,
  );

describe("an ignore file", () => {
  const all = found();
  const comparisonWith = (suppression: object) => {
    const rule = { rule: STACK_DIFFERENCE, reason: "why", ...suppression };
    const suppressions = readSuppressions(
      JSON.stringify({ ignore: [rule] }),
      [STACK_DIFFERENCE, "route-deleted"],
      NOW,
    );
    return compare(readExport("dev", dev), readExport("prod", prod), suppressions);
  };

  it.each([
    { title: "leaves out everything", suppression: {}, ignored: all.length },
    {
      title: "leaves out an argument, with all below it",
      suppression: { argument: "oauth" },
      ignored: all.filter((difference) => difference.includes("oauth")).length,
    },
    { title: "leaves out a resource by its name", suppression: { resource: "tls" }, ignored: 2 },
    {
      title: "leaves out a resource by its type",
      suppression: { resource: "HttpsEdgeTlsTermination" },
      ignored: 2,
    },
    {
      title: "leaves out an argument of a type",
      suppression: { resource: "HttpsEdgeRoute", argument: "edgeId" },
      ignored: 1,
    },
    {
      title: "leaves out nothing for a part of a word",
      suppression: { argument: "edge" },
      ignored: 0,
    },
    {
      title: "leaves out nothing for a name with another type",
      suppression: { resource: "HttpsEdgeRoute tls" },
      ignored: 0,
    },
    {
      title: "leaves out an argument of a resource",
      suppression: { resource: "HttpsEdgeTlsTermination tls", argument: "edgeId" },
      ignored: 1,
    },
    {
      title: "leaves out a resource that only one stack has",
      suppression: { resource: "debug" },
      ignored: 1,
    },
    { title: "leaves out a stack", suppression: { stack: "prod" }, ignored: all.length },
    { title: "leaves out another stack", suppression: { stack: "staging" }, ignored: 0 },
    { title: "leaves out another rule", suppression: { rule: "route-deleted" }, ignored: 0 },
  ])("$title", ({ suppression, ignored }) => {
    expect(comparisonWith(suppression)).toMatchObject({ ignored });
  });

  it("with an entry that ignores nothing is reported, in JSON too, unless the entry is for something else", () => {
    const unused = (suppression: object) =>
      comparisonWith(suppression).unused.map((suppression) =>
        unusedNote(suppression, "difference"),
      );
    expect(unused({ resource: "other", argument: "edgeId" })).toEqual([
      "ignore[0] (stack-difference, other, edgeId) matches no difference: remove it",
    ]);
    for (const suppression of [
      { argument: "oauth" },
      { stack: "staging" },
      { rule: "route-deleted" },
    ]) {
      expect(unused(suppression)).toEqual([]);
    }
    const { unusedIgnores } = JSON.parse(asJson(comparisonWith({ resource: "other" })));
    expect(unusedIgnores).toEqual([
      { rule: "stack-difference", reason: "why", resource: "other", expired: false },
    ]);
  });
});

it.each(outputs)("%s", (_, { of, ignoring, format, output }) => {
  expect(formats[format](compared(exported(of), ...ignoring))).toBe(output);
});

it("a resource whose operation failed or was interrupted may differ, and the summary counts it separately", () => {
  const unsettled = edited("dev.decrypted", "debug", () => ({ pendingReplacement: true }));
  const [a, b] = [readExport("dev", unsettled), readExport("prod", prod)];
  const result = compare(a, b, [{ rule: STACK_DIFFERENCE, argument: "edgeId", reason: "why" }]);
  expect(asTable(result)).toMatch(
    /HttpsEdgeRoute debug\n +\(resource\) +is deleted, and not yet replaced +missing\n/,
  );
  expect(asTable(result)).toContain(
    "3 of 6 resources differ, 1 of 6 resources may differ; 8 differences; " +
      "1 of them cannot be compared: an operation failed or was interrupted; 2 differences ignored.",
  );
  expect(JSON.parse(asJson(result)).differences).toContainEqual({
    resource: { type: "HttpsEdgeRoute", name: "debug", parents: [] },
    kind: "unsettled",
    reasons: { a: "is deleted, and not yet replaced", b: "missing" },
  });
});

it("the table cuts nothing off a long value", () => {
  const match = `/${"0123456789".repeat(12)}`;
  const other = edited("dev.decrypted", "debug", ({ inputs }) => ({
    inputs: { ...inputs, match },
  }));
  const cells = asTable(compared(other))
    .split("\n")
    .flatMap((line) => / {2}(\S+)$/.exec(line)?.[1] ?? []);
  expect(cells.join("")).toContain(JSON.stringify(match));
});

it("the table's columns line up, and cut no character in two, if characters are wide or consist of several", () => {
  const wide = (match: string) =>
    edited("dev.decrypted", "debug", ({ inputs }) => ({ inputs: { ...inputs, match } }));
  const rows = (match: string) =>
    asTable(compare(readExport("a", wide(match)), readExport("b", dev)))
      .split("\n")
      .slice(3);
  expect(rows("/日本")[0]).toBe('  match     "/日本"  "/debug"');
  expect(rows(`/${"👩🏽".repeat(30)}`).slice(0, 2)).toEqual([
    `  match     "/${"👩🏽".repeat(21)}  "/debug"`,
    `            ${"👩🏽".repeat(9)}"`,
  ]);
});

it("no format lets a value or a name reach a terminal or a page with a meaning", () => {
  const hostile = "\u001b[31m`x` | <b>\n\u202e@all";
  const other = edited("dev.decrypted", "debug", ({ inputs }) => ({
    inputs: { ...inputs, match: hostile },
  }));
  const renamed = other.replaceAll("::debug", "::de\\u001bbug|`");
  for (const output of [other, renamed].map((text) => compared(text)))
    for (const format of Object.values(formats))
      expect(format(output).replaceAll("\n", "")).not.toMatch(/\p{C}/u);
  const [, , , , row = ""] = asMarkdown(compared(other)).split("\n");
  expect(row).toContain('`` "\\u001b[31m`x` \\| <b>\\n\\u{202e}@all" ``');
});

it.each(Object.entries(formats))(
  "no secret of two real exports is in the %s, and that they are alike is",
  (_, render) => {
    expect(dev).toContain("canary");
    expect(render(compared(prod))).not.toContain("canary");
    expect(render(compared(dev))).toMatch(/dev and prod: alike: 6 resources\.|"alike": true/);
  },
);
