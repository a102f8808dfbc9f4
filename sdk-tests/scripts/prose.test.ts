import { lint } from "markdownlint/sync";
import { describe, expect, it } from "vitest";
import { problemsOf, prose } from "../../scripts/prose/rules.mjs";
import { sentencesOf } from "../../scripts/prose/sentences.mjs";

/** What `npm run lint` finds in the prose of the pages. */

const problemsIn = (page: string): string[] =>
  lint({ strings: { page }, config: { default: false, prose: true }, customRules: [prose] }).page?.map(
    ({ lineNumber, errorDetail }) => `${lineNumber}: ${errorDetail}`,
  ) ?? [];

const long = `Another ${"word ".repeat(34)}end.`;

describe("a page", () => {
  it("has its sentences checked, in paragraphs and lists, with their lines", () => {
    expect(problemsIn(`# A title\n\nA sentence.\nNobody reads it.\n\n- An item.\n  ${long}\n`)).toEqual([
      '4: "Nobody": write "the actor"',
      "7: 36 words: write at most 35",
    ]);
  });

  it("has the words of its tables checked, not the length of a cell", () => {
    expect(problemsIn(`| a |\n| --- |\n| ${long} |\n| the one that |\n`)).toEqual(['4: "the one": write "the noun"']);
  });

  it("may have any words in code, comments and addresses", () => {
    const page =
      "Run `nobody`.\n\n```sh\nnobody\n```\n\n<!-- nobody -->\n\nSee [the page](nobody.md), ![x](nobody.svg).\n";
    expect(problemsIn(page)).toEqual([]);
  });
});

describe("a sentence", () => {
  it.each([
    ["Where it is missing, Pulumi fails.", 'begins with "Where": write "If"'],
    ["Those are refused.", 'begins with "Those": write "the noun"'],
    ["The log says it.", '"says": write "state, describe, report, configure"'],
    ["This is no option.", '"is no option": write "is not a …"'],
    ["One; two; three; four.", "3 colons and semicolons: write at most 2"],
  ])("is refused: %s", (sentence, problem) => {
    expect(problemsOf(sentence)).toContain(problem);
  });

  it.each([
    "If it is missing, Pulumi fails.",
    "Where is the plugin?",
    "There is no plugin: install it.",
    "The service answers with 404.",
    "One request is sent.",
  ])("is allowed: %s", (sentence) => {
    expect(problemsOf(sentence)).toEqual([]);
  });

  it("ends before a capital or code, not inside of a version or an abbreviation", () => {
    expect(sentencesOf("Version 1.2 is old, e.g. here. CODE fails.\nSo it is.")).toEqual([
      { text: "Version 1.2 is old, e.g. here.", line: 0 },
      { text: "CODE fails.", line: 0 },
      { text: "So it is.", line: 1 },
    ]);
  });
});
