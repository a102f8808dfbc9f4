import { describe, expect, it } from "vitest";
import { problemsOfCode, problemsOfPage, problemsOfYaml } from "../../tools/build/prose.mts";

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

  it("has a heading for each link to a heading of the page", () => {
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

describe("a comment", () => {
  const better = 'write "the noun, True if …, or a verb such as Returns"';

  it.each([
    ["const a = 1; // What is sent.", '1: "What"'],
    ["\n// Of a route.\n// Its id.", '2: "Of"'],
    ["/** Whether it is there. */", '1: "Whether"'],
    ["const a = 1;\n\n/**\n * Those of a route,\n * and how.\n */", '4: "Those"'],
    ["{\n  /* How it is sent. Why? */\n}", '2: "How"'],
    ["/** Which routes match. */\nconst a = isB ? 1 : 2;", '1: "Which"'],
  ])("in code is refused: %j", (text, problem) => {
    expect(problemsOfCode("tools/a.ts", text)).toEqual([`tools/a.ts:${problem}: ${better}`]);
  });

  it.each([
    "/** The route. What follows is sent. */",
    "/** Returns the number of requests. */",
    "// What is sent?",
    "// What does the file `a.ts` contain? It is empty.",
    "// The requests,\n// What follows.",
    'const a = "https://What.example";',
    "const a = `\n# What is sent.\n`;",
    "class A {\n  #What = 1;\n}",
  ])("in code is accepted: %j", (text) => {
    expect(problemsOfCode("tools/a.ts", text)).toEqual([]);
  });

  it("in YAML is refused, too, and values are not comments", () => {
    expect(
      problemsOfYaml("sdk-tests/a.yaml", "a: 1\n\n# Whom it admits.\n# What is sent.\n"),
    ).toEqual([`sdk-tests/a.yaml:3: "Whom": ${better}`]);
    expect(
      problemsOfYaml("sdk-tests/a.yaml", "# The values.\na: What#1\nb: Who says so, in clear\n"),
    ).toEqual([]);
  });

  it("may have these words at the beginning of a later line", () => {
    const text = "/**\n * The routes.\n * Which are sent.\n */";
    expect(problemsOfCode("tools/a.ts", text)).toEqual([]);
  });

  it("may begin with these words outside of the sources, the tests and the tools", () => {
    expect(problemsOfCode("examples/a.ts", "/** Whether it is there. */")).toEqual([]);
  });
});
