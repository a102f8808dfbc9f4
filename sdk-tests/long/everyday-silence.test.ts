import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documents } from "../support/documents";
import { continueFromPrevious } from "../support/sequence";
import { type Change, EverydayLife } from "./everyday-silence/life";
import { codeOf, covered, examplesFolder, leftOut, SEED, tried } from "./everyday-silence/programs";

/**
 * Programs of the examples and the documentation, on the real CLI: no finding is reported if the ingress does not
 * change.
 *
 * `npm test -- --long everyday-silence` tries a sample, since each program takes a minute or two in each form.
 * SILENCE_ALL=1 tries all, and SILENCE_SEED repeats a sample. `everyday-silence/programs.yaml` lists the programs, and
 * the programs that are left out.
 *
 * Each test continues from the state of the previous test.
 */
continueFromPrevious();

it("every example, and every page with TypeScript for a user, is among the programs or left out for a reason", () => {
  const examples = readdirSync(examplesFolder).map((name) => `examples/${name}`);
  const pages = documents().filter(
    (name) => /^(README|docs\/(?!decisions))/.test(name) && codeOf(name).length > 0,
  );
  const isLeftOut = (name: string) =>
    Object.keys(leftOut).some((path) => name === path || name.startsWith(`${path}/`));
  const known = covered();
  expect([...examples, ...pages].filter((name) => !known.has(name) && !isLeftOut(name))).toEqual(
    [],
  );
});

/** The final changes of the first stack. */
const CHANGED: readonly Change[] = ["renamed", "moved"];

/** Expects that the engine has registered resources in a different order. A single resource has only one order. */
function expectReordered(before: readonly string[], after: readonly string[]): void {
  expect(after.toSorted()).toEqual(before.toSorted());
  if (before.length > 1) expect(after).not.toEqual(before);
}

describe.each(tried)(`of $name, as $form (seed ${SEED})`, (silentProgram) => {
  const { program } = silentProgram;
  let life: EverydayLife;
  /** The state after the first `up`. */
  let before: string;

  beforeAll(async () => {
    life = await EverydayLife.create(silentProgram);
    await life.up("first");
    before = await life.export("first");
  });

  afterAll(() => life[Symbol.asyncDispose]());

  const violations = [...program.violates].sort();

  it.each<{ title: string; changes: readonly Change[] }>([
    {
      title: "a program that is unchanged has no finding, no drift and no difference",
      changes: [],
    },
    {
      title:
        "a program that is registered in another order has no finding, no drift and no difference",
      changes: ["reordered"],
    },
    {
      title:
        "a program that has other names, with an alias has no finding, no drift and no difference",
      changes: ["renamed"],
    },
    {
      title:
        "a program that is moved into a component, with an alias has no finding, no drift and no difference",
      changes: ["renamed", "moved"],
    },
  ])("$title", async ({ changes }) => {
    const preview = await life.preview("first", changes);
    expect(await life.review([preview])).toEqual([]);
    expect(await life.unmet(preview)).toEqual([]);
    expect(await life.violated("first", changes)).toEqual(violations);
    await life.up("first", changes);
    expect(await life.review([await life.refresh("first")], "--drift")).toEqual([]);
    const after = await life.export("first");
    if (changes.includes("reordered"))
      expectReordered(await life.order(before), await life.order(after));
    expect(await life.diff(before, after)).toMatchObject({ code: 0, errors: "" });
    expect(await life.unmet(after)).toEqual([]);
  });

  it("a second stack has only the findings of its creation, and nothing differs from the first one", async () => {
    const created = await life.review([await life.preview("second")]);
    expect([...new Set(created.map(({ rule }) => rule))].sort()).toEqual(
      [...program.created].sort(),
    );
    await life.up("second");
    const previews = [await life.preview("first", CHANGED), await life.preview("second")];
    expect(await life.review(previews)).toEqual([]);
    expect(await life.violated("second")).toEqual(violations);
    expect(await life.review([await life.refresh("second")], "--drift")).toEqual([]);
    const second = await life.export("second");
    expect(await life.diff(before, second)).toMatchObject({ code: 0, errors: "" });
    expect(await life.unmet(second)).toEqual([]);
  });
});
