import fc from "fast-check";
import { expect, it } from "vitest";
import type { Values } from "../../src/core/schema/values";
import { exportOf } from "../expectations/stacks";
import type { Declared } from "../review/declared";
import { documentOf } from "../review/inputs";
import { guarded, oauth, planned, route, stackStep, stored } from "../review/steps";
import { type Inputs, reportsOf } from "./reports";

/**
 * No text of a program, a file or an option starts a line in a report, or is interpreted by a program that reads the
 * report.
 */

const pieces = [
  ...[
    "\n",
    "\r",
    "\r\n",
    "\u2028",
    "\u0085",
    "\u000b",
    " ",
    "\u001b[2J",
    "\u202e",
    "\u200b",
    "\ud800",
    "x",
    "a b",
  ],
  ...["::set-output name=a::b", "::error file=a::b", "::add-mask::x", "##[command]x", "##[group]x"],
  ...[
    "##vso[task.setvariable variable=a]b",
    "##VSO[build.addbuildtag]x",
    "##teamcity[message text='a']",
  ],
  // A table wraps at this width, so that the next piece begins a line.
  ..."x".repeat(44),
].concat(["x".repeat(44), "x".repeat(40), "x".repeat(36), "x".repeat(64)]);

const hostile = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(""));

/** Returns inputs with a text in every place where a person or a program can write one. */
function inputsWith(text: string): Inputs {
  const values: Values = {
    ...{ ...route, edgeId: text, match: "/", backend: { backendId: text }, description: text },
    requestHeaders: { add: { [text]: text } },
  };
  const login = { provider: { provider1: { organizations: [text] } } };
  const position = {
    stackTrace: [
      { sourcePosition: `project:///${encodeURIComponent(text.toWellFormed())}.ts#7,3` },
    ],
  };
  const preview = documentOf([
    stackStep("same"),
    {
      op: "update",
      name: text,
      old: { ...stored({ ...values, oauth: login }), ...position },
      new: planned(values),
    },
    {
      op: "update",
      name: `b${text}`,
      old: stored({ ...values, oauth }),
      new: planned({ ...guarded, match: text }),
    },
    {
      op: "create",
      name: `c${text}`,
      type: "AgentIngress",
      new: planned({ domain: text, description: text }),
    },
  ]);
  const declared = (more: Values): Declared[] => [
    { type: "HttpsEdgeRoute", name: text, args: { ...values, ...more } },
    {
      type: "AgentIngress",
      name: `c${text}`,
      args: { domain: "a.example.com", description: text },
    },
  ];
  // A different path may be served by other routes. The labels of expectations show every path.
  const request = { edge: text, path: "/x" };
  const object = {
    kind: text,
    name: text,
    id: text,
    edge: text,
    certificate: text,
    managedBy: [text],
  };
  const all = (["managed", "unmanaged", "missing", "undeclared"] as const).map((state) => ({
    ...object,
    state,
  }));
  return {
    ...{ preview, request, list: { all, selected: all, notes: [text] } },
    suppressions: [
      { rule: "protection-removed", reason: text, resource: `HttpsEdgeRoute b${text}` },
    ],
    exports: [
      [text, exportOf(declared({ oauth: login }))],
      [`${text}2`, exportOf(declared({ requestHeaders: { add: { [`${text}2`]: text } } }))],
    ],
    expectations: [
      {
        ...request,
        reason: text,
        expect: { protectedBy: ["oauth"], servedBy: text, allows: { organizations: [text] } },
      },
      { ...request, path: `/${text}`, host: text, routes: "every", expect: { servedBy: text } },
    ],
  };
}

const harmless = reportsOf(inputsWith("x"));

/** The cells of these reports wrap, so that a longer text has more lines. */
const wrapping = ["diff --format table", "list --format table"];

const linesIn = (text = ""): number => text.split("\n").length;

it("in no format of any command", () => {
  expect(
    Object.keys(harmless),
    "the formats of all commands: count a new format here",
  ).toHaveLength(21);
  const isInert = fc.property(hostile, (text) => {
    for (const [name, report] of Object.entries(reportsOf(inputsWith(text)))) {
      expect(report.replaceAll("\n", ""), name).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      expect(report, name).not.toMatch(/##[a-z]*\[/i);
      expect(report, name).not.toMatch(/^\s*::[a-z]/im);
    }
  });
  // A text of blanks alone has a different meaning from a word.
  const hasLinesOfWord = fc.property(hostile, (text) => {
    for (const [name, report] of Object.entries(reportsOf(inputsWith(`x${text}`)))) {
      if (!wrapping.includes(name)) expect(linesIn(report), name).toBe(linesIn(harmless[name]));
    }
  });
  for (const property of [isInert, hasLinesOfWord]) fc.assert(property, { numRuns: 60 });
}, 60_000);
