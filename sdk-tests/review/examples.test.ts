import { describe, expect, it } from "vitest";
import { readPreview } from "../../src/insight/engine/preview";
import { review } from "../../src/insight/review/findings";
import { allRules } from "../../src/insight/rules/index";
import { effectsOf } from "./inputs";
import { examples } from "./labelled";
import { forms, previewedText } from "./previewed";

it("every rule has an example, but for those that compare states, or that find what cannot be read", () => {
  const without = ["restored", "not-reviewed"];
  expect([...examples.map(([id]) => id), ...without].sort()).toEqual(
    allRules.map(({ id }) => id).sort(),
  );
});

describe.each(forms)("of the program of its example as %s", (form) => {
  it.each(examples)("the rule %s finds the change", (id, change) => {
    const effects = effectsOf(review([readPreview(previewedText(change, form))]));
    // The plugin keeps a module for as long as the route that the program declared stays.
    if (form === "plugin" && id === "route-left-open")
      return expect(effects.map(({ rule }) => rule.id)).not.toContain(id);
    expect(effects.map(({ rule }) => rule.id)).toContain(id);
    expect(effects.find(({ rule }) => rule.id === id)?.message).not.toMatch(/[{}]|undefined/);
  });
});
