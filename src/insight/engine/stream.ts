import type { Values } from "../../core/schema/values";
import type { Digest } from "./digest";
import { isError, previewFailure } from "./failure";
import {
  type Diagnostic,
  type EngineEvent,
  type EventStep,
  engineEvent,
  parseFormat,
} from "./schemas";
import { readEventStep } from "./step";
import { unreadInStream } from "./unread";

/**
 * Reads the events of a preview. Events lack the lines of the program, and the resources that an argument depends on.
 *
 * @param refusal The beginning of the message if an event has another form.
 * @throws {Error} if the events are not those of a whole preview that succeeded.
 */
export function readStream(printed: readonly Values[], refusal: string): Digest {
  const events = printed.map((event) => parseFormat(engineEvent, event, refusal));
  const prelude = events.find(({ preludeEvent }) => preludeEvent)?.preludeEvent;
  const summary = events.find(({ summaryEvent }) => summaryEvent)?.summaryEvent;
  requireSuccess(events, summary);
  return {
    steps: stepsIn(events).map(readEventStep),
    config: prelude?.config ?? {},
    changeSummary: summary?.resourceChanges ?? {},
    unread: unreadInStream(events),
  };
}

/** @throws {Error} if the preview failed, was interrupted, or is an update. */
function requireSuccess(
  events: readonly EngineEvent[],
  summary: EngineEvent["summaryEvent"],
): void {
  if (summary?.isPreview === false)
    throw new Error("these are the events of an update, which has happened already");
  const diagnostics = events.flatMap<Diagnostic>(({ diagnosticEvent }) => diagnosticEvent ?? []);
  const errors = events.flatMap(({ errorEvent }) => (errorEvent ? [errorEvent.error ?? ""] : []));
  const hasFailed = diagnostics.some(isError) || errors.length > 0 || summary?.result === "failed";
  if (hasFailed) throw previewFailure(diagnostics, errors);
  if (!summary) {
    throw new Error(
      "the stream of events has no summary: the preview was interrupted, or its output is cut off",
    );
  }
}

/**
 * The steps that begin, in their order. A refresh reports its result at the end of a step: the step begins as `refresh`, and
 * ends as an `update` or a `delete` if the resource differs from its state.
 */
function stepsIn(events: readonly EngineEvent[]): EventStep[] {
  const steps: EventStep[] = [];
  const lastIndexes = new Map<string, number>();
  for (const { resourcePreEvent, resOutputsEvent } of events) {
    const begun = resourcePreEvent?.metadata;
    if (begun) lastIndexes.set(begun.urn, steps.push(begun) - 1);
    const ended = resOutputsEvent?.metadata;
    if (!ended || !["update", "delete"].includes(ended.op)) continue;
    const index = lastIndexes.get(ended.urn);
    if (index !== undefined && steps[index]?.op === "refresh") steps[index] = ended;
  }
  return steps;
}
