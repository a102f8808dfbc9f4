// Checks pages, code and its comments for what docs/style.md refuses, as far as a program can decide it. Run on its own:
// node tools/build/prose.mjs
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { lint } from "markdownlint/sync";
import { runScript } from "../base/bootstrap.mjs";
import { root } from "../base/project.mjs";
import { run } from "../base/run.mjs";
import { say } from "../base/say.mjs";
import { everywhere, inPages } from "./phrases.mjs";

/** These quote what is refused. */
const QUOTING = /^(docs\/style\.md|tools\/build\/(prose|phrases)\.mjs|sdk-tests\/tools\/prose\.test\.ts)$/;

/** Pages for users, for which more is refused than for others. */
const FOR_USERS = /^(README\.md|CHANGELOG\.md|docs\/.*)$/;

/** What a reader does not read as words. */
const SILENT = /Sequence$|^(?:codeText|image|resource|reference|labelMarker|htmlText|definition|linePrefix)$/;

/** @typedef {import("markdownlint").MicromarkToken} Token */

/**
 * @param {Token} token
 * @returns {string} its words; code is one
 */
function textOf(token) {
  if (SILENT.test(token.type)) return token.type === "codeText" ? "CODE" : "";
  return token.children.length === 0 ? token.text : token.children.map(textOf).join("");
}

/**
 * The paragraphs, and the contents of tables, at any depth.
 * @param {readonly Token[]} tokens
 * @returns {Token[]}
 */
const textsIn = (tokens) =>
  tokens.flatMap((token) => (/^(paragraph|tableContent)$/.test(token.type) ? [token] : textsIn(token.children)));

/**
 * @param {string} text
 * @param {readonly import("./phrases.mjs").Phrase[]} phrases
 * @returns {{ line: number, detail: string }[]} what is refused, and in which line of the text
 */
const refusedIn = (text, phrases) =>
  phrases.flatMap(({ phrase, better }) =>
    [...text.matchAll(new RegExp(phrase, `${phrase.flags}g`))].map(({ 0: found, index }) => ({
      line: text.slice(0, index).split("\n").length - 1,
      detail: `"${found.trim()}": write "${better}"`,
    })),
  );

/**
 * A rule of the linter of pages.
 * @param {readonly import("./phrases.mjs").Phrase[]} phrases
 * @returns {import("markdownlint").Rule}
 */
const rule = (phrases) => ({
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

/**
 * @param {string} name of a page
 * @param {string} text
 * @returns {string[]} each problem with its line
 */
export function problemsOfPage(name, text) {
  const phrases = FOR_USERS.test(name) ? inPages : everywhere;
  // Links to headings of the same page, and the cells of tables.
  const config = { default: false, phrases: true, MD051: true, MD056: true };
  const [errors = []] = Object.values(lint({ strings: { [name]: text }, config, customRules: [rule(phrases)] }));
  return errors.map(
    ({ lineNumber, errorDetail, ruleDescription }) => `${name}:${lineNumber}: ${errorDetail || ruleDescription}`,
  );
}

/**
 * @param {string} name of a file with code
 * @param {string} text
 * @returns {string[]} each problem with its line
 */
export const problemsOfCode = (name, text) =>
  refusedIn(text, everywhere).map(({ line, detail }) => `${name}:${line + 1}: ${detail}`);

async function main() {
  const { output } = await run("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"], {
    capture: true,
  });
  const deleted = await run("git", ["ls-files", "--deleted"], { capture: true });
  const gone = new Set(deleted.output.split("\n"));
  const names = output.split("\n").filter((name) => /\.(md|ts|mjs|cjs|mts)$/.test(name) && !gone.has(name));
  const problems = names
    .filter((name) => !QUOTING.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(root, name), "utf8");
      return name.endsWith(".md") ? problemsOfPage(name, text) : problemsOfCode(name, text);
    });
  for (const problem of problems) say(problem);
  return problems.length === 0 ? 0 : 1;
}

await runScript(import.meta.url, main);
