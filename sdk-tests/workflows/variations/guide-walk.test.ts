import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { blocksOf, linksOf } from "../../../site/stage/markdown.mts";
import { continueFromPrevious } from "../../support/sequence";
import { leftOut } from "./guide-walk/left-out";
import { pages } from "./guide-walk/pages";
import { fileOf, GuideWalk } from "./guide-walk/walk";

/**
 * All guides, typed in one folder and one terminal, in the order in which their index lists them: a guide that relies on
 * the settings of another guide, or whose names collide with it, fails.
 *
 * Each test continues from the state of the previous test.
 */
continueFromPrevious();

/** The pages that the index of the guides lists, by their paths below `docs`. */
const listed = linksOf(readFileSync(fileOf("guides/index"), "utf8")).flatMap(({ path }) => {
  const [, above, name] = /^(\.\.\/)?([\w-]+)\.md$/.exec(path) ?? [];
  if (name === undefined) return [];
  return [above === undefined ? `guides/${name}` : name];
});

/** The pages whose commands the walk has to type: all guides, the pages that the index lists, and another page. */
const guides = readdirSync(dirname(fileOf("guides/index"))).map(
  (file) => `guides/${basename(file, ".md")}`,
);
const withCommands = new Set([...listed, ...guides, "plugin"]);

let walk: GuideWalk;

beforeAll(async () => {
  walk = await GuideWalk.begin();
});

afterAll(() => walk?.[Symbol.asyncDispose]());

it("the walk follows the order of the index", () => {
  const typed = ["quickstart", ...Object.keys(pages)];
  expect(typed).toEqual(listed.filter((page) => typed.includes(page)));
});

it.each(Object.entries(pages))("a reader types %s after the pages before", async (page, type) => {
  await walk.open(page);
  await type(walk);
});

it("each block of commands was typed, or is listed with the reason why it was not", () => {
  const blocks = [...withCommands].flatMap((page) => commandBlocks(page));
  const skipped = ({ page, heading, text }: CommandBlock) =>
    leftOut.filter(
      (row) => row.page === page && row.heading === heading && text.includes(row.block),
    );
  const typed = ({ page, text }: CommandBlock) =>
    walk.reader.typed.get(fileOf(page))?.has(text) === true;
  expect(blocks.filter((block) => !typed(block) && skipped(block).length === 0)).toEqual([]);
  const used = new Set(blocks.filter((block) => !typed(block)).flatMap(skipped));
  expect(leftOut.filter((row) => !used.has(row))).toEqual([]);
});

interface CommandBlock {
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

/** The blocks of commands of a page, by sections. */
const commandBlocks = (page: string): CommandBlock[] =>
  readFileSync(fileOf(page), "utf8")
    .split(/^(?=##? )/m)
    .flatMap((section) => {
      const [, heading = ""] = /^##? (.*)$/m.exec(section) ?? [];
      return blocksOf(section)
        .filter(({ language = "" }) => ["sh", "console"].includes(language))
        .map(({ text }) => ({ page, heading, text }));
    });
