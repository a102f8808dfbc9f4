import { isObject, jsonObject, type Values } from "../../core/schema/values";

/** The events in a text that has one in each line; `undefined` if the text is something else. */
export function eventsIn(text: string): Values[] | undefined {
  if (!/^\s*\{\s*"sequence"\s*:/.test(text)) return undefined;
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => jsonObject(line) ?? fail("the stream of events is cut off, or has other output in it"));
}

/**
 * The document that the engine would have printed instead of the events. It has no lines of the program, and does not show
 * which resources an argument was made from: no event has either.
 *
 * @throws {Error} if the events are not those of a whole preview that succeeded.
 */
export function digestOfEvents(events: readonly Values[]): Values {
  const all = (name: string) => events.flatMap((event) => (isObject(event[name]) ? [event[name]] : []));
  const [diagnostics, steps] = [all("diagnosticEvent"), stepsOf(events)];
  if (!diagnostics.some(({ severity }) => severity === "error")) assertWhole(all("summaryEvent")[0], all("errorEvent"));
  return {
    ...(steps.length > 0 && { steps }),
    diagnostics,
    config: all("preludeEvent")[0]?.config,
    changeSummary: all("summaryEvent")[0]?.resourceChanges ?? {},
  };
}

function assertWhole(summary: Values | undefined, errors: readonly Values[]): void {
  if (summary?.isPreview === false) fail("these are the events of an update, which has happened already");
  if (errors.length > 0 || summary?.result === "failed") fail("this preview failed: correct its errors first");
  if (!summary) fail("the stream of events has no summary: the preview was interrupted, or its output is cut off");
}

function stepsOf(events: readonly Values[]): Values[] {
  const steps: Values[] = [];
  /** Where the last step of a resource is. */
  const places = new Map<unknown, number>();
  for (const { resourcePreEvent, resOutputsEvent } of events) {
    const [begun, ended] = [metadataOf(resourcePreEvent), metadataOf(resOutputsEvent)];
    if (begun) places.set(begun.urn, steps.push(stepOf(begun)) - 1);
    const place = places.get(ended?.urn);
    // Only after it does a refresh report what it has found.
    const isFound =
      place !== undefined && steps[place]?.op === "refresh" && /^(update|delete)$/.test(String(ended?.op));
    if (ended && isFound) steps[place] = stepOf(ended);
  }
  return steps;
}

const metadataOf = (event: unknown): Values | undefined =>
  isObject(event) && isObject(event.metadata) ? event.metadata : undefined;

const stepOf = ({ op, urn, old, new: next, detailedDiff, provider }: Values): Values => ({
  ...{ op, urn, detailedDiff, provider, oldState: old, newState: next },
});

function fail(reason: string): never {
  throw new Error(reason);
}
