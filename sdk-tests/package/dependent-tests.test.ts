import { expect, it } from "vitest";
import { filesBelow, textOf } from "../support/files";

/** Tests that sdk-tests/README.md lists exactly the files whose tests cannot run separately. */

const SENTENCE =
  /^(\/\*\*| \*) .*\bEach test continues from the state of the previous test\.( \*\/)?$/m;

it("sdk-tests/README.md lists exactly the files with a comment that each test continues from the state of the previous test", () => {
  const marked = filesBelow("sdk-tests").filter(
    (path) => path.endsWith(".test.ts") && SENTENCE.test(textOf(path)),
  );
  const readme = textOf("sdk-tests/README.md").replaceAll("\r\n", "\n");
  const [, section = ""] =
    /^## Tests that depend on the previous test\n(.*?)^## /ms.exec(readme) ?? [];
  const listed = [...section.matchAll(/^- `([^`]+)`$/gm)].map(([, path]) => `sdk-tests/${path}`);
  expect(listed.length).toBeGreaterThan(0);
  expect(listed).toEqual(marked.toSorted());
});
