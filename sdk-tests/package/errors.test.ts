import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { blocksOf } from "../../site/stage/markdown.mts";
import { textOf } from "../support/files";

/** The complete errors that docs/errors.md shows. */

const GOLDENS = join(__dirname, "../goldens/failures");

/** Without ids and the service's reason, which differ. */
const general = (error: string): string =>
  error
    .replace(/\(request \w+\)/, "(request ID)")
    .replace(/: "[^"]*"; /, ': "…"; ')
    .replaceAll(/edghts_1|edge_\w+-failing/g, "EDGE");

it("docs/errors.md shows errors as they are raised, word for word", () => {
  const raised = readdirSync(GOLDENS)
    .flatMap((file) => [
      ...readFileSync(join(GOLDENS, file), "utf8").matchAll(/^\w+Error (".*")$/gm),
    ])
    .map(([, text = ""]) => general(JSON.parse(text)));
  const page = textOf("docs/errors.md").replaceAll("\r\n", "\n");
  const shown = blocksOf(page)
    .filter(({ language }) => language === "text")
    .map(({ text }) => general(text.split("\n").slice(1, -1).join("\n").trimEnd()));
  expect(shown.length).toBeGreaterThan(5);
  expect(shown.filter((error) => !raised.includes(error))).toEqual([]);
});
