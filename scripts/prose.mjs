// Checks the pages for what docs/style.md refuses, as far as a program can decide it. Run on its own: node scripts/prose.mjs
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { lint } from "markdownlint/sync";
import { runScript } from "./lib/bootstrap.mjs";
import { root } from "./lib/project.mjs";
import { say } from "./lib/say.mjs";
import { prose } from "./prose/rules.mjs";

/** It quotes what it refuses. */
const STYLE = join("docs", "style.md");

/** @returns {string[]} of all pages for users, with what is to be changed */
export function proseProblems() {
  const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).map((name) => join("docs", name));
  const files = ["README.md", "CHANGELOG.md", ...docs].filter((name) => name.endsWith(".md") && name !== STYLE);
  const results = lint({
    files: files.map((name) => join(root, name)),
    config: { default: false, prose: true },
    customRules: [prose],
  });
  return Object.entries(results).flatMap(([file, errors]) =>
    errors.map(({ lineNumber, errorDetail, errorContext }) => {
      return `${relative(root, file)}:${lineNumber}: ${errorDetail}\n    ${errorContext}`;
    }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await runScript(import.meta.url, () => {
    const problems = proseProblems();
    for (const problem of problems) say(problem);
    return Promise.resolve(problems.length === 0 ? 0 : 1);
  });
}
