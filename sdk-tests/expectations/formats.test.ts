import { describe, expect, it } from "vitest";
import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import { asJson, asJunit, asMarkdown, asText } from "../../src/insight/expectations/formats";
import { judgeExpectations, type Result, titleOf } from "../../src/insight/expectations/judge";
import { exportOf, ingressIn, login, previewOf, route } from "./stacks";

const resources = (text: string) => [
  route(`web${text}`, `/${text}`),
  route("admin", "/admin", { oauth: login("acme.example") }),
];

/** Returns a result of each outcome, with a text in every place where a program or a person can write one. */
const resultsWith = (text: string): Result[] => [
  ...judgeExpectations(
    [
      { edge: "edge_1", path: "/admin", expect: { protectedBy: ["oauth"] } },
      {
        edge: "edge_1",
        path: `/${text}`,
        reason: text,
        expect: { protectedBy: ["oauth"], servedBy: text },
      },
    ],
    [ingressIn(exportOf(resources(text)))],
  ),
  ...judgeExpectations(
    [{ edge: "edge_1", path: "/back", expect: { servedBy: text } }],
    [ingressIn(previewOf([route("back", "/back", { backend: { backendId: UNKNOWN } })]))],
  ),
];

const HOSTILE = "\u001b[2J\u0007\u202e\u2066\u200b\u2028\ufeff";
const formats = {
  text: (all: readonly Result[]) => asText(all, false),
  markdown: asMarkdown,
  json: asJson,
  junit: asJunit,
};

describe.each(Object.entries(formats))("in %s", (_, format) => {
  it("nothing that a person or a program sets moves a cursor or turns text around", () => {
    expect(format(resultsWith(`a${HOSTILE}b`)).replaceAll("\n", "")).not.toMatch(
      /[\p{C}\p{Zl}\p{Zp}]/u,
    );
  });
});

it("text has each expectation with what was found, which route serves the path, and what lets whom in", () => {
  expect(asText(resultsWith("x"), false).split("\n")).toEqual([
    "holds      /admin on edge edge_1: protectedBy oauth (shop/dev)",
    "FAILS      /x on edge edge_1: protectedBy oauth; servedBy x (shop/dev)",
    "  route /x (prefix) on edge edge_1 does not require login (OAuth)",
    "  route /x (prefix) on edge edge_1 serves it with backend bkd_webx",
    "  why it must hold: x",
    "    served by route /x (prefix) on edge edge_1: open (HttpsEdgeRoute webx)",
    "      backend: bkd_webx",
    "NOT KNOWN  /back on edge edge_1: servedBy x (shop/dev)",
    "  route /back (prefix) on edge edge_1: its backend is not known",
    "    served by route /back (prefix) on edge edge_1: open (HttpsEdgeRoute back)",
    "      backend: (known at apply)",
    "3 expectations: 1 hold, 1 fail, 1 not known",
  ]);
});

it("the title of an expectation distinguishes every route from the narrowest", () => {
  const expectation = { edge: "edge_1", path: "/a", expect: { open: true } } as const;
  const titles = ([undefined, "narrowest", "every"] as const).map((routes) =>
    titleOf(routes === undefined ? expectation : { ...expectation, routes }),
  );
  const narrowest = "/a on edge edge_1: open";
  expect(titles).toEqual([narrowest, narrowest, "/a on edge edge_1 (every route): open"]);
});

it("Markdown has a table of the expectations that do not hold, in which no text becomes mark-up", () => {
  const text = asMarkdown(resultsWith("<img>|@all"));
  expect(text).toContain("| **fails** |");
  expect(text).toContain("| **not known** |");
  expect(text).not.toMatch(/<img|@all/);
  expect(asMarkdown(resultsWith("x").slice(0, 1))).not.toContain("|");
});

it("JSON has the outcome, the reasons and the route of each expectation", () => {
  const { version, counts, results } = JSON.parse(asJson(resultsWith("x")));
  expect({ version, counts }).toEqual({
    version: 1,
    counts: { holds: 1, fails: 1, "not-known": 1 },
  });
  expect(results[1]).toMatchObject({ outcome: "fails", stack: "dev", expectation: { path: "/x" } });
});

it("JUnit XML counts failures, and errors for unknown outcomes, in a suite for each stack", () => {
  const xml = asJunit(resultsWith('x"<&>'));
  expect(xml).toContain('<testsuite name="shop/dev" tests="3" failures="1" errors="1">');
  expect(xml.match(/<testcase /g)).toHaveLength(3);
  expect(xml).toContain("<failure message=");
  expect(xml).toContain("<error message=");
  expect(xml).not.toContain('x"<&>');
  // The document has only the mark-up of the report, and every element is closed.
  const names = [...xml.matchAll(/<(\/?)([a-z]+)[^<>]*?(\/?)>/g)].flatMap(([, end, name, empty]) =>
    empty ? [] : [`${end}${name}`],
  );
  const open: string[] = [];
  for (const name of names) {
    if (name.startsWith("/")) expect(open.pop()).toBe(name.slice(1));
    else open.push(name);
  }
  expect(open).toEqual([]);
});
