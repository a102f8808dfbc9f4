import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPreview } from "../../src/insight/engine/preview";
import { severities } from "../../src/insight/report/finding";
import { type Review, review } from "../../src/insight/review/findings";
import { asJson, asText } from "../../src/insight/review/formats";
import { asMarkdown } from "../../src/insight/review/markdown";
import { documentOf } from "./inputs";
import { declaredOnLine, guarded, planned, type RawStep, route, stackStep, stored } from "./steps";

/** Tests of the length of a report for people, and of several findings on one line of the program. */

const at = (line?: number) => (line === undefined ? {} : declaredOnLine(line));

/** A route that loses its login, declared in a line. */
const opened = (name: string, line?: number, match = `/${name}`): RawStep => ({
  ...{ op: "update", name, old: { ...stored({ ...guarded, match }), ...at(line) } },
  new: { ...planned({ ...route, match }), ...at(line) },
});

/** Returns a step that creates a public route: a finding of low severity. */
const added = (name: string, line?: number): RawStep => ({
  ...{ op: "create", name, new: { ...planned({ ...route, match: `/${name}` }), ...at(line) } },
});

const names = (count: number) =>
  Array.from({ length: count }, (_, index) => `r${String(index).padStart(4, "0")}`);

const reviewOf = (...steps: RawStep[]): Review =>
  review([readPreview(documentOf([stackStep("same"), ...steps]))]);

const formats = {
  text: (result: Review, maxLength?: number) => asText(result, false, maxLength),
  markdown: asMarkdown,
};

describe.each(Object.entries(formats))("in %s", (format, print) => {
  const withoutEntities = (text: string) =>
    text.replaceAll(/&#(\d+);(<!-- -->)?/g, (_, code) => String.fromCharCode(code));

  it("equal findings of one line of the program are one, with how many and which", () => {
    const text = withoutEntities(print(reviewOf(...names(3).map((name) => opened(name, 7)))));
    expect(text).toContain(
      "3 times in one line of the program: login (OAuth) is no longer required",
    );
    for (const name of names(3))
      expect(text.split(`/${name} (prefix) on edge edge_1`).length).toBeGreaterThan(2);
    expect(text).toContain("index.ts:7, oauth of HttpsEdgeRoute r0000 and of 2 other resources");
    expect(text.match(/login \(OAuth\) is no longer required/g)).toHaveLength(1);
    expect(text).toContain("3 high, 0 medium, 0 low");
  });

  it.each([
    { title: "findings of other lines are apart", steps: [opened("a", 7), opened("b", 8)] },
    { title: "findings without lines are apart", steps: [opened("a"), opened("b")] },
    {
      title: "findings of other effects are apart",
      steps: [
        opened("a", 7),
        { ...opened("b", 7), new: { ...planned({ ...guarded, match: "/c" }), ...at(7) } },
      ],
    },
  ])("$title", ({ steps }) => {
    expect(withoutEntities(print(reviewOf(...steps)))).not.toContain("times in one line");
  });

  it("a loop of 300 routes fits into a comment, and nothing is left out but the list of changes", () => {
    const result = reviewOf(...names(300).map((name) => opened(name, 7)));
    const text = print(result, 65_536);
    expect(text.length).toBeLessThanOrEqual(65_536);
    expect(text).toContain("300 times in one line");
  });

  it("the least severe findings go first, what is left out is counted, and the full report is named", () => {
    const steps = names(600).map((name, index) =>
      index % 2 === 0 ? opened(name, index) : added(name, index),
    );
    const text = withoutEntities(print(reviewOf(...steps), 65_536));
    expect(text.length).toBeGreaterThan(30_000);
    expect(text).toContain("300 high, 0 medium, 300 low");
    const [, high = "0", low = "0"] =
      /\d+ findings \((?:(\d+) high)?(?:, )?(?:(\d+) low)?\)/.exec(text) ?? [];
    const shownHigh = text.match(/is no longer required/g)?.length;
    expect(shownHigh).toBe(300 - Number(high));
    if (high !== "0") expect(low).toBe("300");
    expect(text).toContain("the list of 600 changes");
    expect(text).toContain(
      format === "text"
        ? "run the command without `--max-length`"
        : "run the command with `--format text`",
    );
  });

  it("a report is never longer than asked, whatever it has to show", () => {
    const word = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom("|".repeat(500), "ä".repeat(3_000), "&#@"),
    );
    const step = fc.tuple(word, fc.nat(3), fc.boolean());
    const isWithin = fc.property(
      fc.array(step, { maxLength: 60 }),
      fc.integer({ min: 1_000, max: 30_000 }),
      (all, length) => {
        const steps = all.map(([name, line, isOpened], index) =>
          (isOpened ? opened : added)(`${name}${index}`, line),
        );
        const result = reviewOf(...steps);
        const text = print(result, length);
        expect(text.length).toBeLessThanOrEqual(length);
        for (const severity of severities) expect(text).toContain(` ${severity}`);
        const whole = print(result, Number.POSITIVE_INFINITY);
        if (whole.length <= length) expect(text).toBe(whole);
      },
    );
    fc.assert(isWithin, { numRuns: 60 });
  });

  it("many stacks with notes fit as well", () => {
    const preview = readPreview(documentOf([stackStep("same")], { same: 9 }));
    const stacks = names(200).map((stack) => ({ ...preview, stack: `${stack}${"x".repeat(100)}` }));
    const text = print(review(stacks), 1_000);
    expect(text.length).toBeLessThanOrEqual(1_000);
    expect(text).toContain("200 stacks: ");
    expect(text).toContain("Left out: 200 notes");
  });
});

it("Markdown has by default the length that GitHub accepts, and text is whole", () => {
  const result = reviewOf(...names(600).map((name, index) => opened(name, index)));
  expect(asMarkdown(result).length).toBeLessThanOrEqual(65_536);
  expect(asText(result, false)).toContain(
    "/r0599 (prefix) on edge edge_1: login (OAuth) is no longer required",
  );
});

it("JSON has each finding of a loop", () => {
  expect(
    JSON.parse(asJson(reviewOf(...names(3).map((name) => opened(name, 7))))).findings,
  ).toHaveLength(3);
});
