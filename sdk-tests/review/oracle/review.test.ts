import { inspect } from "node:util";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readPreview } from "../../../src/insight/engine/preview";
import { review } from "../../../src/insight/review/findings";
import { type Form, forms } from "../previewed";
import { changes, harmlessChanges, type Pair } from "./generate";
import { previewText } from "./preview";
import { verdictOn } from "./verdict";

/**
 * Tests of the review against a simulator that knows the API reference and not the rules: the review has to find each
 * access that was refused before a change. REVIEW_SEED repeats a run, REVIEW_RUNS makes it longer.
 */

const RUNS = Number(process.env.REVIEW_RUNS ?? 400);
const SEED = Number(process.env.REVIEW_SEED ?? Date.now() % 2 ** 31);

const findingsOf = ({ before, after }: Pair, form: Form) =>
  review([readPreview(previewText(before, after, form))]).findings;

type Findings = ReturnType<typeof findingsOf>;

const severitiesOf = (findings: Findings): string[] => findings.map(({ rule }) => rule.severity);

const pretty = (value: unknown): string => inspect(value, { depth: null, breakLength: 120 });

/** For the reader of a failure: both ingresses, the request, and what was found. */
const described = ({ before, after, steps }: Pair, about: unknown, findings: Findings): string => {
  const found = findings.map(({ rule, message }) => `${rule.severity} ${rule.id}: ${message}`);
  return [
    `steps: ${steps}`,
    `before: ${pretty(before)}`,
    `after: ${pretty(after)}`,
    pretty(about),
    ...found,
  ].join("\n");
};

const counterexamples = { seed: SEED, numRuns: RUNS };

it(`each change that admits people who were kept out is found (seed ${SEED})`, () => {
  const isFound = fc.property(changes, fc.constantFrom(...forms), (pair, form) => {
    const verdict = verdictOn(pair.before, pair.after);
    if (!verdict) return;
    const findings = findingsOf(pair, form);
    const enough = verdict.severity === "high" ? ["high"] : ["high", "medium"];
    const isEnough = severitiesOf(findings).some((severity) => enough.includes(severity));
    if (!isEnough) throw new Error(described(pair, verdict, findings));
  });
  fc.assert(isFound, counterexamples);
});

it("a fifth of the random changes admits people who were kept out", () => {
  const sample = fc.sample(changes, { numRuns: 300, seed: 1 });
  const opening = sample.filter(({ before, after }) => verdictOn(before, after));
  expect(opening.length).toBeGreaterThan(sample.length / 5);
});

it(`a change that admits nobody has only findings of low severity (seed ${SEED})`, () => {
  const nothingFound = fc.property(harmlessChanges, fc.constantFrom(...forms), (pair, form) => {
    const findings = findingsOf(pair, form);
    const isQuiet = severitiesOf(findings).every((severity) => severity === "low");
    if (!isQuiet) throw new Error(described(pair, "nothing opens", findings));
  });
  fc.assert(nothingFound, counterexamples);
});
