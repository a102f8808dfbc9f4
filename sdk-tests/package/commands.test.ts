import { describe, expect, it } from "vitest";
import { filesBelow, textOf } from "../support/files";

/** Tests of the commands in texts that users read. */

/** Documents, examples, and the sources with their messages and help. */
const texts = [
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  ...filesBelow("docs"),
  ...filesBelow("examples"),
  ...filesBelow("src"),
]
  .filter((path) => /\.(md|ts|js|yaml)$/.test(path))
  .map((path) => ({ path, text: textOf(path).replaceAll(/\s+/g, " ") }));

const pathsOf = (isMeant: (text: string) => boolean): string[] =>
  texts.filter(({ text }) => isMeant(text)).map(({ path }) => path);

describe("the texts for users", () => {
  it("have npm and npx install nothing by the name of the package, which no registry has yet: a stranger could take it", () => {
    const byName =
      /npx (-p|--package)|npm (install|i|add)( --?\w[\w-]*)* pulumi-edge-ingress\b(?!-)|npx pulumi-edge-ingress/;
    expect(pathsOf((text) => byName.test(text))).toEqual([]);
    const byTarball = texts.flatMap(
      ({ text }) => text.match(/npm install (--global )?[./]\S*\.tgz/g) ?? [],
    );
    expect(byTarball.length).toBeGreaterThan(15);
  });

  it("quote patterns, which some shells would take for names of files", () => {
    expect(pathsOf((text) => /--ignore [^\s'"]*\*/.test(text))).toEqual([]);
  });
});
