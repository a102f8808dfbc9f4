// Checks pages, code and its comments for the phrases that docs/style.md refuses, as far as a program can detect them. Vale reads pages and
// comments, but no titles of tests and no messages in code, and npm does not install it.
// Run on its own: node tools/base/command.mjs tools/build/prose.mts

import { existsSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { Rule, MicromarkToken as Token } from "markdownlint";
import { lint } from "markdownlint/sync";
import { parse } from "yaml";
import { root } from "../base/project.mjs";
import { must } from "../base/run.mjs";
import { say } from "../base/say.mjs";

/** A phrase that is refused, and what to write instead. */
type Phrase = { phrase: RegExp; better: string };

const phrases: Record<string, Record<string, string>> = parse(
  readFileSync(join(import.meta.dirname, "phrases.yaml"), "utf8"),
);

const phrasesOf = (group: string, flags: string, before: string = ""): readonly Phrase[] =>
  Object.entries(phrases[group] ?? {}).map(([text, better]) => ({
    phrase: new RegExp(before + text, flags),
    better,
  }));

const everywhere = phrasesOf("everywhere", "g");
const inPages = [
  ...everywhere,
  ...phrasesOf("inPages", "gi"),
  ...phrasesOf("atBeginnings", "g", "(?<=^|[.!?]\\s)"),
];
const inComments = phrasesOf(
  "atBeginningsOfComments",
  "g",
  "(?<=^(?:/\\*\\*?\\s*(?:\\*\\s)?|//\\s?|#\\s))",
);

/** Comments: blocks, and consecutive lines. Only a mark at the beginning of a line or after a space begins a comment. */
const COMMENT = {
  code: /(?<=^|\s)(?:\/\*[\s\S]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*)/gm,
  yaml: /(?<=^|\s)# .*(?:\n[ \t]*#.*)*/gm,
};

/** Files whose comments have to name their subjects. */
const NAMING = /^(bench|release|src|sdk-tests|tools)\//;

/** These quote what is refused. */
const QUOTING = /^(docs\/style\.md|sdk-tests\/tools\/prose\.test\.ts)$/;

/** Pages for users, for which more is refused than for others. */
const FOR_USERS = /^(README\.md|CHANGELOG\.md|docs\/.*)$/;

/** Tokens that a reader does not read as words. */
const SILENT =
  /Sequence$|^(?:codeText|image|resource|reference|labelMarker|htmlText|definition|linePrefix)$/;

/** Returns the words of a token. Code counts as one word. */
function textOf(token: Token): string {
  if (SILENT.test(token.type)) return token.type === "codeText" ? "CODE" : "";
  return token.children.length === 0 ? token.text : token.children.map(textOf).join("");
}

/** The paragraphs, and the contents of tables, at any depth. */
const textsIn = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token) =>
    /^(paragraph|tableContent)$/.test(token.type) ? [token] : textsIn(token.children),
  );

/** A refused phrase, in a line of a text; the first line is 0. */
type Refused = { line: number; detail: string };

/** The number of line breaks in a text. */
const linesIn = (text: string): number => text.split("\n").length - 1;

/** The refused phrases of a text, and their lines. */
const refusedIn = (text: string, phrases: readonly Phrase[]): Refused[] =>
  phrases.flatMap(({ phrase, better }) =>
    [...text.matchAll(phrase)].map(({ 0: found, index }) => ({
      line: linesIn(text.slice(0, index)),
      detail: `"${found.trim()}": write "${better}"`,
    })),
  );

/** A rule of the linter of pages. */
const rule = (phrases: readonly Phrase[]): Rule => ({
  names: ["phrases"],
  description: "docs/style.md",
  tags: ["style"],
  parser: "micromark",
  function: ({ parsers }, onError) => {
    for (const token of textsIn(parsers.micromark.tokens))
      for (const { line, detail } of refusedIn(textOf(token), phrases))
        onError({ lineNumber: token.startLine + line, detail });
  },
});

/** Each problem of a page, with its line. */
export function problemsOfPage(name: string, text: string): string[] {
  const phrases = FOR_USERS.test(name) ? inPages : everywhere;
  // Links to headings of the same page, and the cells of tables.
  const config = { default: false, phrases: true, MD051: true, MD056: true };
  const [errors = []] = Object.values(
    lint({ strings: { [name]: text }, config, customRules: [rule(phrases)] }),
  );
  return errors.map(
    ({ lineNumber, errorDetail, ruleDescription }) =>
      `${name}:${lineNumber}: ${errorDetail || ruleDescription}`,
  );
}

/** Each problem of a file with code, with its line. */
export const problemsOfCode = (name: string, text: string): string[] =>
  [...refusedIn(text, everywhere), ...refusedInComments(name, text, COMMENT.code)].map(
    inFile(name),
  );

/** Each problem of a YAML file, of which only the comments are checked. */
export const problemsOfYaml = (name: string, text: string): string[] =>
  refusedInComments(name, text, COMMENT.yaml).map(inFile(name));

function refusedInComments(name: string, text: string, comment: RegExp): Refused[] {
  if (!NAMING.test(name)) return [];
  return [...text.matchAll(comment)].flatMap(({ 0: found, index }) =>
    refusedIn(found, inComments).map(({ line, detail }) => ({
      line: linesIn(text.slice(0, index)) + line,
      detail,
    })),
  );
}

const inFile =
  (name: string) =>
  ({ line, detail }: Refused): string =>
    `${name}:${line + 1}: ${detail}`;

/** The check of a file, by the extension of its name. */
const PROBLEMS: Readonly<Record<string, (name: string, text: string) => string[]>> = {
  ...{ ".md": problemsOfPage, ".yaml": problemsOfYaml },
  ...{ ".ts": problemsOfCode, ".mts": problemsOfCode },
  ...{ ".mjs": problemsOfCode, ".cjs": problemsOfCode },
};

export async function main() {
  const listed = await must("git", [
    "ls-files",
    "--cached",
    "--others",
    "--exclude-standard",
    "--deduplicate",
  ]);
  const problems = listed
    .split("\n")
    .filter(
      (name) => extname(name) in PROBLEMS && !QUOTING.test(name) && existsSync(join(root, name)),
    )
    .flatMap(
      (name) => PROBLEMS[extname(name)]?.(name, readFileSync(join(root, name), "utf8")) ?? [],
    );
  for (const problem of problems) say(problem);
  return problems.length === 0 ? 0 : 1;
}
