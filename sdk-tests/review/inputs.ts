import type { Values } from "../../src/core/schema/values";
import { type Preview, readPreview } from "../../src/insight/engine/preview";
import type { Step } from "../../src/insight/engine/resource-step";
import type { FindingPart } from "../../src/insight/report/finding";
import { type Review, review } from "../../src/insight/review/findings";
import { type RawStep, urnOf } from "./steps";

/**
 * The output of the engine: `pulumi preview --json` prints steps in a document, and with
 * PULUMI_ENABLE_STREAMING_JSON_PREVIEW as events. `sdk-tests/workflows/variations/drift.test.ts` tests the output of the real
 * engine.
 */

/** The document of a preview or of a refresh. */
export const documentOf = (steps: readonly RawStep[], changeSummary: Values = {}): string =>
  JSON.stringify({
    steps: steps.map((step) => {
      const { op, old, new: next, detailedDiff } = step;
      const urn = urnOf(step);
      return {
        ...{ op, urn, detailedDiff },
        ...(old && { oldState: { urn, ...old } }),
        ...(next && { newState: { urn, ...next } }),
      };
    }),
    changeSummary,
  });

export const previewOf = (...steps: RawStep[]): Preview => readPreview(documentOf(steps));

/** All effects that a review reports: the findings, and the other effects of their causes. */
export const effectsOf = ({ findings }: Pick<Review, "findings">): readonly FindingPart[] =>
  findings.flatMap((finding) => [finding, ...finding.parts]);

/** The severities and rules of all effects that a review of these steps reports. */
export const found = (...steps: RawStep[]): string[] =>
  effectsOf(review([previewOf(...steps)])).map(({ rule }) => `${rule.severity} ${rule.id}`);

export type Event = Values;

/** The event of a step that begins or, in a refresh, of a step that ends. */
export function stepEvent(event: "resourcePreEvent" | "resOutputsEvent", step: RawStep): Event {
  const { name: _, ...metadata } = step;
  return { [event]: { metadata: { ...metadata, urn: urnOf(step) }, planning: true } };
}

export const summaryEvent = (more: Values = {}): Event => ({
  summaryEvent: { isPreview: true, resourceChanges: {}, result: "succeeded", ...more },
});

/** A stream of events, each on a line. */
export const streamOf = (events: readonly Event[]): string =>
  events
    .map((event, sequence) => `${JSON.stringify({ sequence, timestamp: 0, ...event })}\n`)
    .join("");

/** The changes of logins by the steps of resources. */
export const logins = (steps: readonly Step[]): string[] =>
  steps
    .filter(({ before, after }) => (before ?? after)?.isIngress)
    .map(({ op, before, after, changed }) => {
      const states = [before, after].map((state) => {
        const values = { ...state?.inputs, ...state?.outputs };
        return state === undefined
          ? "gone"
          : "oauth" in values || "provider" in values
            ? "login"
            : "open";
      });
      return `${op} ${(before ?? after)?.name}: ${states.join(" -> ")}${changed.map((path) => ` (${path})`)}`;
    });
