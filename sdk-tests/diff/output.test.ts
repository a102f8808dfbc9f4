import { describe, expect, it } from "vitest";
import { compare, STACK_DIFFERENCE } from "../../src/insight/diff/compare";
import { jsonOf, markdownOf, tableOf } from "../../src/insight/diff/formats";
import { type IgnoreEntry, unusedNote } from "../../src/insight/report/exception";
import { readExceptions } from "../../src/insight/report/ignore";
import { readExport } from "../../src/insight/stack/export";
import { edited, exported } from "./exports";

const [dev, prod] = [exported("dev.decrypted"), exported("prod.decrypted")];

/** Decides what is expired. */
const NOW = new Date("2027-02-01T00:00Z");

/** What is left out so that two or three differences remain. */
const few: readonly Ignored[] = [{ resource: "main-api" }, { resource: "tokens" }, { argument: "edgeId" }];

type Ignored = Pick<IgnoreEntry, "resource" | "argument">;

/** The comparison of the stack `dev` with another one, without what the entries name. */
const compared = (other: string, ...entries: Ignored[]) =>
  compare(
    readExport("dev", dev),
    readExport("prod", other),
    entries.map((each) => ({ rule: STACK_DIFFERENCE, reason: "why", ...each })),
  );

const found = (...entries: Ignored[]) =>
  compared(prod, ...entries).differences.map((difference) =>
    "path" in difference ? `${difference.resource.name} ${difference.path}` : difference.resource.name,
  );

describe("an ignore file", () => {
  const all = found();
  const left = (exception: object) => {
    const rule = { rule: STACK_DIFFERENCE, reason: "why", ...exception };
    const exceptions = readExceptions(JSON.stringify({ ignore: [rule] }), [STACK_DIFFERENCE, "route-deleted"], NOW);
    return compare(readExport("dev", dev), readExport("prod", prod), exceptions);
  };

  it.each([
    ["everything", {}, all.length],
    ["an argument, with all below it", { argument: "oauth" }, all.filter((each) => each.includes("oauth")).length],
    ["a resource by its name", { resource: "tls" }, 2],
    ["a resource by its type", { resource: "HttpsEdgeTlsTermination" }, 2],
    ["an argument of a type", { resource: "HttpsEdgeRoute", argument: "edgeId" }, 1],
    ["nothing for a part of a word", { argument: "edge" }, 0],
    ["nothing for a name with another type", { resource: "HttpsEdgeRoute tls" }, 0],
    ["an argument of a resource", { resource: "HttpsEdgeTlsTermination tls", argument: "edgeId" }, 1],
    ["a resource that only one stack has", { resource: "debug" }, 1],
    ["a stack", { stack: "prod" }, all.length],
    ["another stack", { stack: "staging" }, 0],
    ["another rule", { rule: "route-deleted" }, 0],
    ["nothing after its last day", { until: "2027-01-31" }, 0],
    ["everything on its last day", { until: "2027-02-01" }, all.length],
  ])("leaves out %s", (_, exception, ignored) => {
    expect(left(exception)).toMatchObject({ ignored });
  });

  it("with an entry that ignores nothing is reported, in JSON too, unless the entry is for something else", () => {
    const unused = (exception: object) => left(exception).unused.map((each) => unusedNote(each, "difference"));
    expect(unused({ resource: "other", argument: "edgeId" })).toEqual([
      "ignore[0] (stack-difference, other, edgeId) matches no difference: remove it",
    ]);
    expect(unused({ until: "2027-01-31" })).toEqual([
      "ignore[0] (stack-difference) expired after 2027-01-31 and ignores nothing: review it again, then renew or remove it",
    ]);
    for (const exception of [{ argument: "oauth" }, { stack: "staging" }, { rule: "route-deleted" }]) {
      expect(unused(exception)).toEqual([]);
    }
    const { unusedIgnores } = JSON.parse(jsonOf(left({ resource: "other" })));
    expect(unusedIgnores).toEqual([{ rule: "stack-difference", reason: "why", resource: "other", expired: false }]);
  });
});

it("the table shows both values of each argument, by resource, and a summary", () => {
  expect(tableOf(compared(prod, { resource: "main-api" }, { resource: "debug" }))).toBe(
    `
  argument            dev                prod

HttpsEdgeRouteJwtValidation tokens (in acme:ingress:IngressStack)
  audience.allowList  [{"value":"dev"}]  [{"value":"prod"}]

HttpsEdgeTlsTermination tls
  edgeId              "edghts_dev"       "edghts_prod"
  minVersion          "1.2"              "1.3"

dev and prod: 2 of 6 resources differ; 3 differences; 7 differences ignored.`.slice(1),
  );
});

it("the table says of secrets that they differ, and of what only one stack has that the other has not", () => {
  const table = tableOf(compared(prod));
  expect(table).toMatch(/oauth\.provider\.provider1\.clientSecret +\[secret\], differs +\[secret\], differs\n/);
  expect(table).toMatch(/compression +\{\} +not set\n/);
  expect(table).toMatch(/HttpsEdgeRoute debug\n +\(resource\) +exists +missing\n/);
});

it("the table tells what is encrypted, so that it cannot be compared", () => {
  const table = tableOf(compared(exported("prod"), { argument: "edgeId" }));
  expect(table).toMatch(/target\.monitoring\.apiKey +\[secret\] +encrypted: cannot tell\n/);
  expect(table).toContain("; 4 of them cannot be compared: encrypted; 2 differences ignored.");
});

it("the summary tells what differs from what cannot be compared", () => {
  expect(tableOf(compared(exported("dev")))).toContain(
    "dev and prod: 2 of 6 resources may differ; 4 differences; 4 of them cannot be compared: encrypted.",
  );
  const unsettled = edited("dev.decrypted", "debug", () => ({ pendingReplacement: true }));
  const [a, b] = [readExport("dev", unsettled), readExport("prod", prod)];
  const result = compare(a, b, [{ rule: STACK_DIFFERENCE, argument: "edgeId", reason: "why" }]);
  expect(tableOf(result)).toMatch(/HttpsEdgeRoute debug\n +\(resource\) +is deleted, and not yet replaced +settled\n/);
  expect(tableOf(result)).toContain(
    "3 of 6 resources differ, 1 of 6 resources may differ; 8 differences; " +
      "1 of them cannot be compared: an operation failed or was interrupted; 2 differences ignored.",
  );
  expect(JSON.parse(jsonOf(result)).differences).toContainEqual({
    resource: { type: "HttpsEdgeRoute", name: "debug", parents: [] },
    kind: "unsettled",
    reasons: { a: "is deleted, and not yet replaced" },
  });
});

it("the table cuts nothing off a long value", () => {
  const match = `/${"0123456789".repeat(12)}`;
  const other = edited("dev.decrypted", "debug", ({ inputs }) => ({ inputs: { ...inputs, match } }));
  const cells = tableOf(compared(other))
    .split("\n")
    .flatMap((line) => / {2}(\S+)$/.exec(line)?.[1] ?? []);
  expect(cells.join("")).toContain(JSON.stringify(match));
});

it("the table's columns line up, and cut no character in two, if characters are wide or consist of several", () => {
  const wide = (match: string) => edited("dev.decrypted", "debug", ({ inputs }) => ({ inputs: { ...inputs, match } }));
  const rows = (match: string) =>
    tableOf(compare(readExport("a", wide(match)), readExport("b", dev)))
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
  const other = edited("dev.decrypted", "debug", ({ inputs }) => ({ inputs: { ...inputs, match: hostile } }));
  const renamed = other.replaceAll("::debug", "::de\\u001bbug|`");
  for (const each of [other, renamed].map((text) => compared(text)))
    for (const format of [tableOf, markdownOf, jsonOf]) expect(format(each).replaceAll("\n", "")).not.toMatch(/\p{C}/u);
  const [, , , , row = ""] = markdownOf(compared(other)).split("\n");
  expect(row).toContain('`` "\\u001b[31m`x` \\| <b>\\n\\u{202e}@all" ``');
});

it("Markdown has a summary and one row for each difference", () => {
  expect(markdownOf(compared(prod, ...few))).toBe(
    `
dev and prod: 2 of 6 resources differ; 2 differences; 8 differences ignored.

| resource | argument | \`dev\` | \`prod\` |
| --- | --- | --- | --- |
| \`HttpsEdgeRoute debug\` | \`(resource)\` | \`exists\` | \`missing\` |
| \`HttpsEdgeTlsTermination tls\` | \`minVersion\` | \`"1.2"\` | \`"1.3"\` |`.slice(1),
  );
});

it("JSON has a version, whether the stacks are alike, and each difference with its resource", () => {
  const document = JSON.parse(jsonOf(compared(exported("prod"), ...few, { argument: "description" })));
  const destination = { type: "EventDestination", name: "audit", parents: [] };
  const tls = { type: "HttpsEdgeTlsTermination", name: "tls", parents: [] };
  expect(document).toEqual({
    ...{ version: 1, stacks: { a: "dev", b: "prod" }, alike: false, resources: 6, ignored: 9, unusedIgnores: [] },
    differences: [
      { resource: destination, kind: "unknown", path: "target.monitoring.apiKey", encryptedIn: ["b"] },
      { resource: { type: "HttpsEdgeRoute", name: "debug", parents: [] }, kind: "resource", in: "a" },
      { resource: tls, kind: "argument", path: "minVersion", secret: false, a: "1.2", b: "1.3" },
    ],
  });
});

it.each([
  ["a table", tableOf],
  ["Markdown", markdownOf],
  ["JSON", jsonOf],
])("no secret of two real exports stands in %s, and that they are alike does", (_, render) => {
  expect(dev).toContain("canary");
  expect(render(compared(prod))).not.toContain("canary");
  expect(render(compared(dev))).toMatch(/dev and prod: alike: 6 resources\.|"alike": true/);
});
