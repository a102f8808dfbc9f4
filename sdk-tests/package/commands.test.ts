import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isPublished } from "../../publisher.json";
import { write } from "../../tools/build/generate/documents.mts";
import { installTexts } from "../../tools/build/generate/install.mts";
import { filesBelow, root, textOf } from "../support/files";
import { folderOfTest } from "../support/folders";

/** Tests of the commands in texts that users read. */

/** Documents, examples, and the sources with their messages and help. */
const paths = [
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...filesBelow("docs"),
  ...filesBelow("examples"),
  ...filesBelow("src"),
].filter((path) => /\.(md|ts|js|yaml)$/.test(path));

interface Text {
  readonly path: string;
  readonly text: string;
}

const textsOf = (read: (path: string) => string): Text[] =>
  paths.map((path) => ({ path, text: read(path).replaceAll(/\s+/g, " ") }));

/** The texts as they are before the first release, or from then on. */
function textsIf(published: boolean): Text[] {
  const folder = folderOfTest();
  for (const { file } of installTexts) cpSync(join(root, file), join(folder, file));
  const availability = { isPublished: published, version: "1.2.3", repository: null };
  const parts = installTexts.map(({ textFor, ...part }) => ({
    ...part,
    text: () => textFor(availability),
  }));
  write(parts, folder);
  const generated = new Set(installTexts.map(({ file }) => file));
  return textsOf((path) =>
    generated.has(path) ? readFileSync(join(folder, path), "utf8") : textOf(path),
  );
}

const pathsOf = (texts: readonly Text[], isMeant: (text: string) => boolean): string[] =>
  texts.filter(({ text }) => isMeant(text)).map(({ path }) => path);

const BY_NAME =
  /npx (-p|--package)|npm (install|i|add)( --?\w[\w-]*)* pulumi-edge-ingress\b(?!-)|npx pulumi-edge-ingress/;
const BY_TARBALL = /npm install (--global )?\.\S*\.tgz/;
/** The page describes the installation from the files of a release, which stays possible. */
const isOfFiles = (path: string) => path === "docs/releasing.md";

describe("the texts for users", () => {
  it("let npm and npx install nothing by the name of the package before the first release: a stranger could register the name", () => {
    const texts = textsIf(false);
    expect(pathsOf(texts, (text) => BY_NAME.test(text))).toEqual([]);
    expect(pathsOf(texts, (text) => BY_TARBALL.test(text))).toEqual(
      expect.arrayContaining(["README.md", "docs/quickstart.md", "examples/yaml/README.md"]),
    );
  });

  it("install the package by its name from the first release on", () => {
    const texts = textsIf(true);
    expect(
      pathsOf(texts, (text) => BY_TARBALL.test(text)).filter((path) => !isOfFiles(path)),
    ).toEqual([]);
    expect(
      pathsOf(texts, (text) =>
        /not in a (public )?registry|[Nn]o registry has|Until the package is in/.test(text),
      ).filter((path) => path !== "CHANGELOG.md"),
    ).toEqual([]);
    expect(pathsOf(texts, (text) => BY_NAME.test(text))).toEqual(
      expect.arrayContaining(["README.md", "docs/quickstart.md", "examples/yaml/README.md"]),
    );
  });

  it("are those of the flag in publisher.json", () => {
    const texts = textsOf(textOf);
    const form = isPublished ? BY_NAME : BY_TARBALL;
    expect(pathsOf(texts, (text) => form.test(text))).toContain("docs/quickstart.md");
  });

  it("log in without a question: without a stack, the CLI asks what to do, and takes the next command for the reply", () => {
    const interactiveLogin = /^ *pulumi login (?!.*--non-interactive).*\n *\w/m;
    const texts = paths.map((path) => ({ path, text: textOf(path) }));
    expect(pathsOf(texts, (text) => interactiveLogin.test(text))).toEqual([]);
  });

  it("quote patterns, which some shells would take for names of files", () => {
    expect(pathsOf(textsOf(textOf), (text) => /--ignore [^\s'"]*\*/.test(text))).toEqual([]);
  });
});
