import { describe, expect, it } from "vitest";
import type { Values } from "../../src/core/schema/values";
import { review } from "../../src/insight/review/findings";
import { allRules } from "../../src/insight/review/rules";
import { readPreview } from "../../src/insight/stack/preview";
import { effectsOf } from "./inputs";
import {
  configChanges,
  examples,
  harmlessChanges,
  isUnmet,
  type LabelledChange,
  named,
  needsEngine,
  riskyChanges,
} from "./labelled";
import { type Form, forms, previewedText } from "./previewed";
import { expectSeverity, highestOf } from "./severity";

/** All labelled changes, each in a stack of its own, of both forms. The engine previews a part of them in a test of its own. */

/** The highest severity of what the review says of a change, and all that it says. */
function judged(change: Parameters<typeof previewedText>[0], form: Form, config: Values = {}) {
  const effects = effectsOf(review([readPreview(previewedText(change, form, config))]));
  const told = effects.map(({ rule, message }) => `${rule.severity} ${rule.id}: ${message}`).join("\n");
  return { effects, told, highest: highestOf(effects), rules: effects.map(({ rule }) => rule.id) } as const;
}

const changes = [...riskyChanges, ...harmlessChanges].filter((change) => !needsEngine(change));
const [unmet, met] = [changes.filter(isUnmet), changes.filter((change) => !isUnmet(change))];

describe.each(forms)("of labelled changes as %s", (form) => {
  function expectJudgedAsLabelled(change: LabelledChange): void {
    const { effects, rules } = judged(change, form);
    const expected = (form === "plugin" && change.inPlugin) || change.expected;
    expectSeverity(effects, { ...change, expected });
    if (change.rule !== undefined && expected === change.expected) expect(rules).toContain(change.rule);
    if (change.alone) expect(rules).toEqual([change.rule]);
  }

  it.each(named(met))("%s is judged as labelled", (_, change) => expectJudgedAsLabelled(change));

  it.fails.each(named(unmet))("%s is not judged as labelled yet", (_, change) => expectJudgedAsLabelled(change));

  it.each(named(configChanges))("%s is judged as labelled", (_, change) => {
    const { told, highest, rules } = judged(change, form, change.config);
    expect(highest, told).toBe(change.expected);
    expect(rules).toEqual(change.expected === "none" ? [] : ["account-changed"]);
  });
});

it("an example or a labelled change has each message of a rule, unless that takes drift, an option or several stacks", () => {
  const labelled = [...riskyChanges, ...harmlessChanges, ...configChanges].filter((each) => !needsEngine(each));
  const all = [...examples.map(([, example]) => ({ ...example, config: {} })), ...labelled];
  const found = forms.flatMap((form) => all.flatMap((change) => judged(change, form, change.config).effects));
  const missing = allRules.flatMap(({ id, messages }) => {
    const told = found.filter(({ rule }) => rule.id === id).map(({ message }) => message);
    // With whatever values.
    const pattern = (text: string) => `: ${text.replaceAll(/[()]/g, "\\$&").replaceAll(/\{\w+\}/g, ".*")}$`;
    const isTold = ([, text]: [string, string]) => told.some((each) => new RegExp(pattern(text)).test(each));
    return Object.entries(messages).flatMap((each) => (isTold(each) ? [] : [`${id}: ${each[0]}`]));
  });
  expect(missing).toEqual([
    ...["events-stopped: replaced", "events-redirected: format"],
    ...["not-reviewed: unknown", "not-reviewed: lacking", "new-route-open: imported"],
  ]);
});
