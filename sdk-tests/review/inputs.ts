import type { Values } from "../../src/core/schema/values";
import type { Step } from "../../src/insight/stack/preview";

/**
 * Steps as the engine prints them, trimmed: of the stack itself, and of resources. `pulumi preview --json` prints them in a
 * document, and with PULUMI_ENABLE_STREAMING_JSON_PREVIEW as events. `sdk-tests/e2e/drift.test.ts` has the engine print them.
 */
export interface RawStep {
  readonly op: string;
  readonly name: string;
  /** Default: HttpsEdgeRoute. */
  readonly type?: string;
  readonly old?: Values;
  readonly new?: Values;
  readonly detailedDiff?: Values;
}

const PREFIX = "urn:pulumi:dev::shop::";
const urnOf = ({ name, type = "HttpsEdgeRoute" }: RawStep): string =>
  PREFIX + (name === "shop-dev" ? `pulumi:pulumi:Stack::${name}` : `edge-ingress:index:${type}::${name}`);

/** A state with inputs and outputs. */
export const stored = (values: Values): Values => ({ custom: true, id: "id", inputs: values, outputs: values });

/** A state before its apply: without outputs. */
export const planned = (values: Values): Values => ({ custom: true, id: "id", inputs: values });

/** The step of the stack itself. */
export const stackStep = (op: string): RawStep => ({ op, name: "shop-dev", old: {}, new: {} });

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

export type Event = Values;

/** The event of a step that begins or, as a refresh reports what it found, ends. */
export const stepEvent = (event: "resourcePreEvent" | "resOutputsEvent", step: RawStep): Event => ({
  [event]: { metadata: { ...step, urn: urnOf(step) }, planning: true },
});

export const summaryEvent = (more: Values = {}): Event => ({
  summaryEvent: { isPreview: true, resourceChanges: {}, result: "succeeded", ...more },
});

/** A stream of events, each in a line. */
export const streamOf = (events: readonly Event[]): string =>
  events.map((event, sequence) => `${JSON.stringify({ sequence, timestamp: 0, ...event })}\n`).join("");

/** What the steps of resources do to their logins. */
export const logins = (steps: readonly Step[]): string[] =>
  steps
    .filter(({ before, after }) => (before ?? after)?.isIngress)
    .map(({ op, before, after, changed }) => {
      const states = [before, after].map((state) => {
        const values = { ...state?.inputs, ...state?.outputs };
        return state === undefined ? "gone" : "oauth" in values || "provider" in values ? "login" : "open";
      });
      return `${op} ${(before ?? after)?.name}: ${states.join(" -> ")}${changed.map((path) => ` (${path})`)}`;
    });
