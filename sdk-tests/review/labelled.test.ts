import { describe, expect, it } from "vitest";
import type { Values } from "../../src/core/schema/values";
import { changesOf } from "../../src/insight/change/change";
import { readPreview } from "../../src/insight/engine/preview";
import { type FindingPart, type Severity, severities } from "../../src/insight/report/finding";
import { review } from "../../src/insight/review/findings";
import { matchesOf } from "../../src/insight/review/matches";
import { contextOf } from "../../src/insight/rules/context";
import { allRules } from "../../src/insight/rules/index";
import { expectFileSnapshot } from "../support/file-snapshot";
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

/**
 * Tests of all labelled changes, each in a separate stack, in both forms. A separate test previews some of them with
 * the engine.
 */

/** Returns the report of the review on a change. Each change is reviewed once for all tests. */
function judged(change: Judged, form: Form): Judgement {
  const known = judgements[form].get(change);
  if (known) return known;
  const text = previewedText(change, form, change.config ?? {});
  const effects = effectsOf(review([readPreview(text)]));
  const reported = effects
    .map(({ rule, message }) => `${rule.severity} ${rule.id}: ${message}`)
    .join("\n");
  const judgement = { effects, reported, rules: effects.map(({ rule }) => rule.id) };
  judgements[form].set(change, judgement);
  return judgement;
}

type Judged = Pick<LabelledChange, "before" | "after"> & { readonly config?: Values | undefined };

interface Judgement {
  readonly effects: readonly FindingPart[];
  readonly reported: string;
  readonly rules: readonly string[];
}

const judgements: Readonly<Record<Form, Map<Judged, Judgement>>> = {
  dynamic: new Map(),
  plugin: new Map(),
};

const expectedIn = (form: Form, { expected, inPlugin }: LabelledChange) =>
  (form === "plugin" && inPlugin) || expected;

const changes = [...riskyChanges, ...harmlessChanges].filter((change) => !needsEngine(change));
const [unmet, met] = [changes.filter(isUnmet), changes.filter((change) => !isUnmet(change))];

describe.each(forms)("of labelled changes as %s", (form) => {
  function expectJudgedAsLabelled(change: LabelledChange): void {
    const { effects, rules } = judged(change, form);
    const expected = expectedIn(form, change);
    expectSeverity(effects, { ...change, expected });
    if (change.rule !== undefined && expected === change.expected)
      expect(rules).toContain(change.rule);
    if (change.alone) expect(rules).toEqual([change.rule]);
  }

  it.each(named(met))("%s is judged as labelled", (_, change) => expectJudgedAsLabelled(change));

  it.fails.each(named(unmet))("%s is not judged as labelled yet", (_, change) =>
    expectJudgedAsLabelled(change),
  );

  it.each(named(configChanges))("%s is judged as labelled", (_, change) => {
    const { effects, reported, rules } = judged(change, form);
    expect(highestOf(effects), reported).toBe(change.expected);
    expect(rules).toEqual(change.expected === "none" ? [] : ["account-changed"]);
  });
});

it("the sentences of the findings of all examples and labelled changes are those that `labelled/sentences.txt` has", async () => {
  const all: readonly (readonly [string, Judged])[] = [
    ...examples,
    ...named([...changes, ...configChanges]),
  ];
  const lines = all.flatMap(([name, change]) => [
    name,
    ...judged(change, "plugin").effects.map(
      ({ rule, argument, message }) => `  ${rule.severity} ${rule.id} at ${argument}: ${message}`,
    ),
  ]);
  await expectFileSnapshot(`${lines.join("\n")}\n`, "labelled/sentences.txt");
});

it("an example or a labelled change has each message of a rule, unless that takes drift, an option or several stacks", () => {
  const all: readonly Judged[] = [
    ...examples.map(([, example]) => example),
    ...changes,
    ...configChanges,
  ];
  const found = forms.flatMap((form) => all.flatMap((change) => judged(change, form).effects));
  const missing = allRules.flatMap(({ id, messages }) => {
    const reported = found.filter(({ rule }) => rule.id === id).map(({ message }) => message);
    // Any values may replace the parameters of a message.
    const pattern = (text: string) =>
      `: ${text.replaceAll(/[()]/g, "\\$&").replaceAll(/\{\w+\}/g, ".*")}$`;
    const isReported = ([, text]: [string, string]) =>
      reported.some((message) => new RegExp(pattern(text)).test(message));
    return Object.entries(messages).flatMap((entry) =>
      isReported(entry) ? [] : [`${id}: ${entry[0]}`],
    );
  });
  expect(missing).toEqual([
    ...["events-stopped: replaced", "events-redirected: format"],
    ...["not-reviewed: unknown", "not-reviewed: lacking", "new-route-open: imported"],
  ]);
});

it("the stack before a change can be created with the key of the environment", () => {
  // The tests with the engine create these stacks on one local server, which refuses any other key.
  const refused = changes.flatMap(({ name, before }) => {
    const withKey = before.filter(({ type, args }) => type === "Provider" && "apiKey" in args);
    const users = before.map(({ options }) => JSON.stringify(options?.provider ?? null));
    return withKey
      .filter((provider) => users.includes(JSON.stringify({ $resource: provider.name })))
      .map((provider) => `${name}: ${provider.name}`);
  });
  expect(refused).toEqual([]);
});

it("a rule whose title speaks of a new route finds created routes alone", () => {
  const speaking = allRules.filter(({ title }) => /\bnew\b.* route\b/i.test(title));
  const ids = speaking.map(({ id }) => id);
  const found = changes.flatMap((change) => {
    if (!judged(change, "plugin").rules.some((id) => ids.includes(id))) return [];
    const preview = readPreview(previewedText(change, "plugin", {}));
    return matchesOf(contextOf(changesOf(preview))).flatMap((match) =>
      ids.includes(match.rule.id) && match.change.kind === "httpsEdgeRoute"
        ? [`${match.rule.id} in ${change.name}: ${match.change.action}`]
        : [],
    );
  });
  expect(found).not.toEqual([]);
  expect(found.filter((text) => !text.endsWith(": created"))).toEqual([]);
});

describe("a label notices", () => {
  /** Rules whose findings no single preview of a program shows: other tests check their severities. */
  const elsewhere = ["restored", "not-reviewed"];

  const judgedChanges = () =>
    forms.flatMap((form) =>
      met.map((change) => ({
        change,
        expected: expectedIn(form, change),
        ...judged(change, form),
      })),
    );

  /** True if a label would not be met if a rule had another severity. */
  const isNoticed = (id: string, severity: Severity): boolean =>
    judgedChanges().some(({ change, expected, effects, rules }) => {
      if (!rules.includes(id)) return false;
      const changed = effects.map((effect) =>
        effect.rule.id === id ? { ...effect, rule: { severity } } : effect,
      );
      return ![expected, change.accepted?.severity].includes(highestOf(changed));
    });

  it.each(
    allRules
      .filter(({ id }) => !elsewhere.includes(id))
      .flatMap((rule) =>
        severities
          .filter((severity) => severity !== rule.severity)
          .map((other) => [rule.id, rule.severity, other] as const),
      ),
  )("if the rule %s had not the severity %s, but %s", (id, _, other) =>
    expect(isNoticed(id, other)).toBe(true),
  );
});
