import { isObject, jsonObject, objectsIn, type Values } from "../../core/schema/values";

export type RawStep = ReturnType<typeof stepOf>;

/** What npm prints before the output of a script that it runs. */
const NPM_BANNER = /^(\s*> .*\n)+/;

const NOT_A_PREVIEW = "this is not the output of `pulumi preview --json`";

/**
 * Reads the document that `--json` prints, or the events that it prints if PULUMI_ENABLE_STREAMING_JSON_PREVIEW is set. `same`
 * is the number of unchanged resources, those included that `steps` leaves out.
 *
 * @throws {Error} if the text is something else, or if the preview failed or is cut off. The message repeats nothing of it.
 */
export function readDigest(text: string) {
  if (text.trim() === "") throw new Error(`${NOT_A_PREVIEW}: it is empty, so \`pulumi\` printed nothing`);
  const json = text.replace(NPM_BANNER, "");
  const events = eventsIn(json);
  const document = events ? documentOf(events) : jsonObject(json);
  if (!document) throw new Error(`${NOT_A_PREVIEW}: it is not a JSON object, or it is cut off`);
  const { steps = [], diagnostics, changeSummary, config } = document;
  if (!isDigest(document) || !Array.isArray(steps) || !steps.every(isStep)) throw new Error(NOT_A_PREVIEW);
  if (objectsIn(diagnostics).some(({ severity }) => severity === "error")) {
    throw new Error("this preview failed, so it does not show the whole change: correct its errors first");
  }
  // The engine leaves the member out if a stack has no resources. Otherwise each preview has the step of the stack itself.
  if ("steps" in document && steps.length === 0) {
    throw new Error(`${NOT_A_PREVIEW}: it has no steps, not even that of the stack itself; was it filtered?`);
  }
  return { steps: steps.map(stepOf), config: objectOf(config) ?? {}, same: objectOf(changeSummary)?.same };
}

/** Whether a text is a preview by its content, even one that cannot be read. */
export function looksLikePreview(text: string): boolean {
  const json = text.replace(NPM_BANNER, "");
  return eventsIn(json) !== undefined || isDigest(jsonObject(json) ?? {});
}

const isDigest = ({ steps, changeSummary, duration }: Values): boolean =>
  steps !== undefined || isObject(changeSummary) || typeof duration === "number";

const isStep = (value: unknown): value is Values =>
  isObject(value) && typeof value.op === "string" && typeof value.urn === "string" && value.urn.includes("::");

const objectOf = (value: unknown): Values | undefined => (isObject(value) ? value : undefined);

/**
 * A step of the engine, with the states that it prints, which have other names in events, and with the paths of the
 * arguments that it found different.
 */
const stepOf = ({ op, urn, detailedDiff, oldState, newState, ...event }: Values) => ({
  ...{ op: String(op), urn: String(urn), changed: Object.keys(objectOf(detailedDiff) ?? {}) },
  ...{ old: objectOf(oldState ?? event.old), next: objectOf(newState ?? event.new) },
});

/** The events in a text that has one in each line; `undefined` if the text is something else. */
function eventsIn(text: string): Values[] | undefined {
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
function documentOf(events: readonly Values[]): Values {
  const all = (name: string): Values[] => events.flatMap<Values>((event) => objectOf(event[name]) ?? []);
  const [diagnostics, [summary], steps] = [all("diagnosticEvent"), all("summaryEvent"), stepsOf(events)];
  if (!diagnostics.some(({ severity }) => severity === "error")) {
    if (summary?.isPreview === false) fail("these are the events of an update, which has happened already");
    if (all("errorEvent").length > 0 || summary?.result === "failed") {
      fail("this preview failed: correct its errors first");
    }
    if (!summary) fail("the stream of events has no summary: the preview was interrupted, or its output is cut off");
  }
  const common = { diagnostics, config: all("preludeEvent")[0]?.config, changeSummary: summary?.resourceChanges ?? {} };
  return { ...common, ...(steps.length > 0 && { steps }) };
}

function stepsOf(events: readonly Values[]): Values[] {
  const metadataOf = (event: unknown) => objectOf(objectOf(event)?.metadata);
  const steps: Values[] = [];
  /** Where the last step of a resource is. */
  const places = new Map<unknown, number>();
  for (const { resourcePreEvent, resOutputsEvent } of events) {
    const [begun, ended] = [metadataOf(resourcePreEvent), metadataOf(resOutputsEvent)];
    if (begun) places.set(begun.urn, steps.push(begun) - 1);
    const place = places.get(ended?.urn) ?? -1;
    // Only after it does a refresh report what it has found.
    if (ended && steps[place]?.op === "refresh" && /^(update|delete)$/.test(String(ended.op))) steps[place] = ended;
  }
  return steps;
}

function fail(reason: string): never {
  throw new Error(reason);
}
