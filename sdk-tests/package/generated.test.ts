import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { performanceParts } from "../../bench/report/parts.mts";
import { stale, write } from "../../tools/build/generate/documents.mts";
import { parts } from "../../tools/build/generate/parts.mts";
import { filesBelow, root } from "../support/files";
import { folderOfTests } from "../support/folders";
import { readSchema } from "../support/package-schema";

const isOfReference = ({ file }: { readonly file: string }) => file.startsWith("docs/reference/");

/** Parts of each kind: writing all of them takes seconds. */
const someParts = parts.filter(
  (part) => isOfReference(part) || ["docs/fields.md", "docs/resources.md"].includes(part.file),
);

describe("the parts of the documents that follow from the code", () => {
  const folder = folderOfTests();

  beforeAll(() => {
    for (const { file } of [...someParts, ...performanceParts])
      cpSync(join(root, file), join(folder, file));
    write(someParts, folder);
  });

  /** Changes a document of the copy, and returns its former text. */
  const edit = (file: string, change: (text: string) => string): string => {
    const before = readFileSync(join(folder, file), "utf8");
    writeFileSync(join(folder, file), change(before));
    return before;
  };

  it("are as `npm run generate` writes them", () => {
    const files = stale(parts, root);
    expect(files.map((file) => `${file} is stale: run \`npm run generate\``)).toEqual([]);
  });

  it.each([
    {
      title: "are written again if a line of a generated document was deleted",
      file: "docs/fields.md",
    },
    {
      title: "are written again if a line of a generated part of a document was deleted",
      file: "docs/resources.md",
    },
  ])("$title", ({ file }) => {
    const whole = edit(file, (text) => text.replace(/^\| `.*\n/m, ""));
    expect(stale(someParts, folder)).toEqual([file]);
    expect(write(someParts, folder)).toEqual([file]);
    expect(readFileSync(join(folder, file), "utf8")).toBe(whole);
    expect(stale(someParts, folder)).toEqual([]);
  });

  it("are written where a document is not there yet", () => {
    rmSync(join(folder, "docs/reference"), { recursive: true });
    expect(write(someParts, folder)).toContain("docs/reference/resources/AgentIngress.md");
    expect(stale(someParts, folder)).toEqual([]);
  });

  it("are all pages of the reference", () => {
    const written = parts.filter(isOfReference).map(({ file }) => file);
    const pages = filesBelow("docs/reference").filter((path) => path.endsWith(".md"));
    expect(pages.sort()).toEqual(written.sort());
    const { resources, functions } = readSchema();
    expect(written.length).toBeGreaterThan(Object.keys({ ...resources, ...functions }).length);
  });

  it("are as `npm run bench -- --render` writes them where they are recorded measurements", () => {
    const files = stale(performanceParts, root);
    expect(files.map((file) => `${file} is stale: run \`npm run bench -- --render\``)).toEqual([]);
    edit("docs/measurements.md", (text) => text.replace(/^\| `.*\n/m, ""));
    expect(stale(performanceParts, folder)).toEqual(["docs/measurements.md"]);
  });

  it("leave what stands around them alone", () => {
    edit("docs/resources.md", (text) => text.replace("# Resources", "# Another title"));
    expect(stale(someParts, folder)).toEqual([]);
  });

  it("are asked for by name where a document has no place for them", () => {
    edit("docs/resources.md", (text) => text.replace("<!-- generated:module-resources -->", ""));
    expect(() => stale(someParts, folder)).toThrow(
      'docs/resources.md has no place for "module-resources": <!-- generated:module-resources -->, then <!-- /generated -->.',
    );
  });
});
