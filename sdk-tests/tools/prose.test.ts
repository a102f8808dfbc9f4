import { describe, expect, it } from "vitest";
import { problemsOfCode, problemsOfPage } from "../../tools/build/prose.mts";

/** Tests of the findings of `npm run lint` in pages, code and comments. */

const problemsIn = (page: string): string[] =>
  problemsOfPage("docs/page.md", page).map((problem) => problem.replace("docs/page.md:", ""));

describe("a page for users", () => {
  it("has the words of its paragraphs, lists and tables checked, with their lines", () => {
    expect(
      problemsIn("# A title\n\nA sentence.\nNobody reads it.\n\n- An item.\n  It says so.\n"),
    ).toEqual([
      '4: "Nobody": write "the actor"',
      '7: "says": write "state, describe, report, configure"',
    ]);
    expect(problemsIn("| a |\n| --- |\n| a word |\n| the one that |\n")).toEqual([
      '4: "the one": write "the noun"',
    ]);
  });

  it("may have any words in code, comments and addresses", () => {
    const page =
      "Run `nobody`.\n\n```sh\nnobody\n```\n\n<!-- nobody -->\n\nSee [the page](nobody.md), ![x](nobody.svg).\n";
    expect(problemsIn(page)).toEqual([]);
  });

  it("has as many cells in each row of a table as in its head", () => {
    expect(problemsIn("| a | b |\n| --- | --- |\n| `x\\|y` | 2 |\n| 1 |\n")).toEqual([
      expect.stringMatching(/^4: Expected: 2; Actual: 1; Too few cells/),
    ]);
  });

  it("has a heading for each link to one of its own", () => {
    expect(problemsIn("# A title\n\n[here](#a-title), [there](#nowhere).\n")).toEqual([
      "3: Link fragments should be valid",
    ]);
  });

  it.each([
    ["Where it is missing, Pulumi fails.", '"Where": write "If"'],
    ["It is old. Those are refused.", '"Those": write "the noun"'],
    ["This is no option.", '"is no option": write "is not a …"'],
  ])("is refused with: %s", (sentence, problem) => {
    expect(problemsIn(sentence)).toContain(`1: ${problem}`);
  });

  it.each([
    "If it is missing, Pulumi fails.",
    "Where is the plugin?",
    "There is no plugin: install it.",
    "The service answers with 404.",
    "One request is sent.",
    `A sentence of ${"many ".repeat(40)}words.`,
  ])("may have: %s", (sentence) => {
    expect(problemsIn(sentence)).toEqual([]);
  });
});

it("a page for contributors, and code, have only the phrases checked that are refused everywhere", () => {
  expect(problemsOfPage("CONTRIBUTING.md", "It says so, in clear.\n")).toEqual([
    'CONTRIBUTING.md:1: "in clear": write "in plaintext"',
  ]);
  expect(problemsOfCode("src/a.ts", "const a = 1;\n// Nobody is told.\n")).toEqual([
    'src/a.ts:2: "is told": write "receives, is logged, is reported"',
  ]);
});
