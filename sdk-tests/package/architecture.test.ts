import { expect, it } from "vitest";
import { filesBelow, textOf } from "../support/files";

/** Tests of the page that shows a maintainer where the code is. */

const files = [
  "package.json",
  ...["src", "sdk-tests", "tools", "site", "bench", "release", "docs"].flatMap(filesBelow),
];

const FILE = /`([\w.-]+(?:\/[\w.-]+)*\.(?:ts|mts|mjs|yaml|json|txt))`/g;

/** True if a file of the project has a path that ends with the path on the page, which may begin at any folder. */
const exists = (path: string): boolean =>
  files.some((file) => file === path || file.endsWith(`/${path}`));

it("each file that docs/architecture.md names exists", () => {
  const named = [...textOf("docs/architecture.md").matchAll(FILE)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !exists(path))).toEqual([]);
});
