import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import publisher from "../../publisher.json";
import { root, textOf } from "../support/files";

/** Tests of the files of the repository that GitHub shows to contributors. */

interface Form {
  readonly name: string;
  readonly description: string;
  readonly body: readonly Element[];
}

interface Element {
  readonly type: string;
  readonly id?: string;
  readonly attributes: { readonly label?: string; readonly value?: string };
}

const FOLDER = ".github/ISSUE_TEMPLATE";

const forms = readdirSync(join(root, FOLDER))
  .filter((name) => name !== "config.yml")
  .map((name) => {
    const text = textOf(`${FOLDER}/${name}`);
    return { name, text, form: parse(text) as Form };
  });

const hasRepository = (publisher.repository as string | null) !== null;

describe.each(forms)("the issue form $name", ({ text, form }) => {
  it("has the members that GitHub requires, and a different id for each question", () => {
    expect(form.name).not.toBe("");
    expect(form.description).not.toBe("");
    for (const { type, id, attributes } of form.body) {
      if (type === "markdown") expect(attributes.value).not.toBe("");
      else expect([typeof id, typeof attributes.label]).toEqual(["string", "string"]);
    }
    const ids = form.body.flatMap(({ id }) => id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("warns of secrets", () => {
    expect(text).toMatch(/without secrets|leave out secrets/i);
  });
});

it.each([...forms.map(({ name }) => `${FOLDER}/${name}`), ".github/PULL_REQUEST_TEMPLATE.md"])(
  "%s names files that exist",
  (path) => {
    const named = textOf(path).match(/\b(docs|src)\/[\w/-]+\.\w+|\b[A-Z_]+\.md\b/g) ?? [];
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  },
);

it("CODEOWNERS has a rule for all files if, and only if, publisher.json names a repository", () => {
  const rules = textOf(".github/CODEOWNERS")
    .split("\n")
    .filter((line) => /^[^#\s]/.test(line));
  expect(rules.some((rule) => /^\* +@\S/.test(rule))).toBe(hasRepository);
  expect(rules.length > 0).toBe(hasRepository);
});

it("the issue forms link to other pages if, and only if, publisher.json names a repository", () => {
  const config: { contact_links?: readonly object[] } = parse(textOf(`${FOLDER}/config.yml`));
  expect(config.contact_links !== undefined).toBe(hasRepository);
});
