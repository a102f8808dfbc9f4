import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { everywhere } from "../../scripts/prose/phrases.mjs";
import { filesBelow } from "../support/files";

const root = resolve(__dirname, "../..");

const files = ["src", "scripts", "bench", "toolchain", "sdk-tests", "examples"]
  .flatMap(filesBelow)
  .filter((name) => /\.(ts|mjs|cjs)$/.test(name) && !/venv|sdks|style\.test|prose/.test(name));

/** The pages that `npm run lint` does not check: it asks more of the others. */
const pages = [
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...filesBelow("examples").filter((name) => !/venv|sdks/.test(name)),
].filter((name) => name.endsWith(".md"));

const refusedIn = (paths: readonly string[]): string[] =>
  paths.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .flatMap((line, index) =>
        everywhere
          .filter(({ phrase }) => phrase.test(line))
          .map(({ phrase, better }) => `${file}:${index + 1}: ${phrase.source}: write "${better}"`),
      ),
  );

it("no message, help, comment or title has a phrase that docs/style.md refuses", () => {
  expect(files.length).toBeGreaterThan(400);
  expect(refusedIn(files)).toEqual([]);
});

it("no page has a phrase that docs/style.md refuses", () => {
  expect(pages.length).toBeGreaterThan(5);
  expect(refusedIn(pages)).toEqual([]);
});
