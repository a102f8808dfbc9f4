import { isObject, objectsIn, type Values } from "../../core/schema/values";
import { failureOf, isError } from "./failure";
import { printedIn, readPrinted } from "./printed";
import { type Unread, unreadInDocument, unreadInStep, unreadInStream } from "./unread";

export type RawStep = ReturnType<typeof stepOf>;

const NOT_A_PREVIEW = "this is not the output of `pulumi preview --json`";

/**
 * Reads the document that `--json` prints, or the events that it prints if PULUMI_ENABLE_STREAMING_JSON_PREVIEW is set. `same`
 * is the number of unchanged resources, those included that `steps` leaves out.
 *
 * @throws {Error} if the text is something else, or if the preview failed or is cut off. The message repeats nothing of it but
 * the errors of a preview that failed, and lines that are not part of the JSON.
 */
export function readDigest(text: string) {
  if (text.trim() === "") throw new Error(`${NOT_A_PREVIEW}: it is empty, so \`pulumi\` printed nothing`);
  const { document, events } = readText(text);
  const { steps = [], diagnostics, changeSummary, config } = document;
  if (!isDigest(document) || !Array.isArray(steps) || !steps.every(isStep)) throw new Error(NOT_A_PREVIEW);
  if (!isOfSteps(document) || objectsIn(diagnostics).some(isError)) throw failureOf(diagnostics);
  // The engine leaves the member out if a stack has no resources. Otherwise each preview has the step of the stack itself.
  if ("steps" in document && steps.length === 0) {
    throw new Error(`${NOT_A_PREVIEW}: it has no steps, not even that of the stack itself; was it filtered?`);
  }
  const unread: readonly Unread[] = [
    ...unreadInStream(events),
    ...unreadInDocument(document, steps),
    ...steps.flatMap(unreadInStep),
  ];
  return { steps: steps.map(stepOf), config: objectOf(config) ?? {}, same: objectOf(changeSummary)?.same, unread };
}

function readText(text: string): { readonly document: Values; readonly events: readonly Values[] } {
  const printed = withProblem(() => readPrinted(text));
  if ("events" in printed) return { document: documentOf(printed.events), events: printed.events };
  return { document: printed.document, events: [] };
}

function withProblem<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`${NOT_A_PREVIEW}: ${(error as Error).message}`);
  }
}

/** Whether a text is a preview by its content, even one that cannot be read. */
export function looksLikePreview(text: string): boolean {
  const printed = printedIn(text);
  if (printed && "document" in printed) return isDigest(printed.document);
  return /^[ \t]*\{[ \t]*"sequence"[ \t]*:/m.test(text);
}

/** A preview that failed before its first step, such as in a policy pack that cannot start, has diagnostics alone. */
const isDigest = (document: Values): boolean => isOfSteps(document) || Array.isArray(document.diagnostics);

const isOfSteps = ({ steps, changeSummary, duration }: Values): boolean =>
  steps !== undefined || isObject(changeSummary) || typeof duration === "number";

const isStep = (value: unknown): value is Values =>
  isObject(value) && typeof value.op === "string" && typeof value.urn === "string" && value.urn.includes("::");

const objectOf = (value: unknown): Values | undefined => (isObject(value) ? value : undefined);

/** A step of the engine, with the states that it prints, and with the paths of the arguments that it found different. */
function stepOf({ op, urn, detailedDiff, diffReasons, oldState, newState, ...event }: Values) {
  // Events call the two states `old` and `new`.
  const old = objectOf(oldState ?? event.old);
  const next = objectOf(newState ?? event.new);
  // An empty object says that nothing differs that a program can see, such as what an update only encrypts.
  const reasons = Array.isArray(diffReasons) ? diffReasons.map(String) : [];
  const changed = isObject(detailedDiff) ? Object.keys(detailedDiff) : reasons;
  // By an alias, a program may give a resource another URN than it has before.
  return { op: String(op), urn: String(urn), urnBefore: String(old?.urn ?? urn), changed, old, next };
}

/**
 * The document that the engine would have printed instead of the events. It has no lines of the program, and does not show
 * which resources an argument was made from: no event has either.
 *
 * @throws {Error} if the events are not those of a whole preview that succeeded.
 */
function documentOf(events: readonly Values[]): Values {
  const all = (name: string): Values[] => events.flatMap<Values>((event) => objectOf(event[name]) ?? []);
  const diagnostics = all("diagnosticEvent");
  const [summary] = all("summaryEvent");
  const steps = stepsOf(events);
  if (!diagnostics.some(isError)) {
    if (summary?.isPreview === false) throw new Error("these are the events of an update, which has happened already");
    const failures = all("errorEvent");
    if (failures.length > 0 || summary?.result === "failed") {
      throw failureOf(
        diagnostics,
        failures.map(({ error }) => String(error ?? "")),
      );
    }
    if (!summary) {
      throw new Error("the stream of events has no summary: the preview was interrupted, or its output is cut off");
    }
  }
  const common = { diagnostics, config: all("preludeEvent")[0]?.config, changeSummary: summary?.resourceChanges ?? {} };
  return { ...common, ...(steps.length > 0 && { steps }) };
}

function stepsOf(events: readonly Values[]): Values[] {
  const metadataOf = (event: unknown) => objectOf(objectOf(event)?.metadata);
  const steps: Values[] = [];
  for (const { resourcePreEvent, resOutputsEvent } of events) {
    const begun = metadataOf(resourcePreEvent);
    const ended = metadataOf(resOutputsEvent);
    if (begun) steps.push(begun);
    // Only after it does a refresh report what it has found.
    if (!/^(update|delete)$/.test(String(ended?.op))) continue;
    const place = steps.findLastIndex(({ urn }) => urn === ended?.urn);
    if (ended && steps[place]?.op === "refresh") steps[place] = ended;
  }
  return steps;
}
