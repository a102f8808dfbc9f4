import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { changes, declareAll } from "../previews/changes";
import { type Run, withStack } from "../support/stack";

/**
 * The output of `pulumi preview --diff` for typical changes: all changes are in one program, and the output is split by
 * resource. A person has reviewed the files; `UPDATE_PREVIEWS=1` writes them again for another review.
 */

const FOLDER = join(__dirname, "../previews");

const names = Object.keys(changes);

const fileOf = (name: string): string => join(FOLDER, `${name}.txt`);

const it = withStack();
let preview: Run;

const programOf = (side: "before" | "after") => async () => {
  for (const [name, change] of Object.entries(changes)) declareAll(name, change[side]);
};

it.beforeAll(async ({ emulator, stack }) => {
  await stack.up(programOf("before"));
  emulator.clearRequests();
  preview = await stack.preview(programOf("after"));
  if (!process.env.UPDATE_PREVIEWS) return;
  for (const name of names) writeFileSync(fileOf(name), shown(name));
});

/**
 * Returns the part of the preview that shows a change: its resources have the name of the change, optionally followed
 * by a dot and a suffix.
 */
function shown(name: string): string {
  const parts = preview.text.split(/^(?= {4}\S{1,2} ?pulumi-nodejs:dynamic\/)/m).slice(1);
  const own = parts.filter(
    (part) => changeOf(/\[urn=[^\]]*::([^:\]]+)\]/.exec(part)?.[1] ?? "") === name,
  );
  return own.length === 0 ? "(nothing)\n" : own.map(normal).join("");
}

const changeOf = (resource: string): string => resource.replace(/\..*/, "");

/** Removes ids, which differ from run to run, and the text after the last resource. */
const normal = (part: string): string =>
  part
    .replace(/\n(?! {4,}|$)[\s\S]*/, "\n")
    .replaceAll(/\b(agin|sshca|evdst|edghtsrt)_\w{20,}/g, "$1_ID");

describe("the preview of", () => {
  it.each(names)("%s is as it was read", (name) => {
    expect(shown(name)).toBe(readFileSync(fileOf(name), "utf8"));
  });

  it("all changes shows nothing else, sends nothing, and shows no secret", ({ emulator }) => {
    const strangers = preview.steps.filter(({ name }) => !names.includes(changeOf(name)));
    expect(strangers).toEqual([]);
    expect(emulator.requests()).toEqual([]);
    expect(preview.text).not.toContain("canary");
  });

  it("a removed change has no file", () => {
    const files = readdirSync(FOLDER).filter((file) => file.endsWith(".txt"));
    expect(files.sort()).toEqual(names.map((name) => `${name}.txt`).sort());
  });
});
