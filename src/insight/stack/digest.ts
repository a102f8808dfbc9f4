import { isObject, jsonObject, type Values } from "../../core/schema/values";
import { digestOfEvents, eventsIn } from "./events";

/** What `--json` prints of a preview, in the terms of the engine. */
export interface Digest {
  readonly steps: readonly RawStep[];
  readonly config: Values;
  /** How many resources there are for each operation, those included that `steps` leaves out. */
  readonly changeSummary: Values;
}

/** A step as the engine prints it. */
export interface RawStep extends Values {
  readonly op: string;
  readonly urn: string;
}

/** What npm prints before the output of a script that it runs. */
const NPM_BANNER = /^(\s*> .*\n)+/;

const NOT_A_PREVIEW = "this is not the output of `pulumi preview --json`";

/**
 * Reads the document that `--json` prints, or the events that it prints if PULUMI_ENABLE_STREAMING_JSON_PREVIEW is set.
 *
 * @throws {Error} if the text is something else, or if the preview failed or is cut off. The message repeats nothing of it.
 */
export function readDigest(text: string): Digest {
  if (text.trim() === "") throw new Error(`${NOT_A_PREVIEW}: it is empty, so \`pulumi\` printed nothing`);
  const json = text.replace(NPM_BANNER, "");
  const events = eventsIn(json);
  const document = events ? digestOfEvents(events) : jsonObject(json);
  if (!document) throw new Error(`${NOT_A_PREVIEW}: it is not a JSON object, or it is cut off`);
  return checked(document);
}

function checked(document: Values): Digest {
  const { steps = [], diagnostics, changeSummary, config } = document;
  if (!isDigest(document) || !Array.isArray(steps) || !steps.every(isStep)) throw new Error(NOT_A_PREVIEW);
  if (Array.isArray(diagnostics) && diagnostics.some((each) => isObject(each) && each.severity === "error")) {
    throw new Error("this preview failed, so it does not show the whole change: correct its errors first");
  }
  // The engine leaves the member out if a stack has no resources. Otherwise each preview has the step of the stack itself.
  if ("steps" in document && steps.length === 0) {
    throw new Error(`${NOT_A_PREVIEW}: it has no steps, not even that of the stack itself; was it filtered?`);
  }
  return {
    steps,
    config: isObject(config) ? config : {},
    changeSummary: isObject(changeSummary) ? changeSummary : {},
  };
}

/** Whether a text is a preview by its content, even one that cannot be read. */
export function looksLikePreview(text: string): boolean {
  const json = text.replace(NPM_BANNER, "");
  return eventsIn(json) !== undefined || isDigest(jsonObject(json) ?? {});
}

const isDigest = ({ steps, changeSummary, duration }: Values): boolean =>
  steps !== undefined || isObject(changeSummary) || typeof duration === "number";

const isStep = (value: unknown): value is RawStep =>
  isObject(value) && typeof value.op === "string" && typeof value.urn === "string" && value.urn.includes("::");
