import { describe, expect, it } from "vitest";
import { review } from "../../src/insight/review/findings";
import { allRules } from "../../src/insight/review/wording";
import { readPreview } from "../../src/insight/stack/preview";
import { effectsOf } from "./inputs";
import { forms, previewedText } from "./previewed";

/** The examples of the rules, which docs/review-rules.md shows. */

const examples = allRules.flatMap(({ id, example }) => (example ? [[id, example] as const] : []));

it("every rule has an example, but for those that compare stacks, states or keys", () => {
  const without = allRules.filter(({ example }) => !example).map(({ id }) => id);
  expect(without.sort()).toEqual(["protected-elsewhere", "provider-changed", "restored"]);
});

describe.each(forms)("of the program of its example as %s", (form) => {
  // The plugin keeps a module with its route, which the program declares.
  it.each(examples)("the rule %s finds the change", (id, example) => {
    const effects = effectsOf(review([readPreview(previewedText(example, form))]));
    expect(effects.map(({ rule }) => rule.id)).toContain(id);
    expect(effects.find(({ rule }) => rule.id === id)?.message).not.toMatch(/[{}]|undefined/);
  });
});
