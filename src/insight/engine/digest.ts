import { isObject, type Values } from "../../core/schema/values";
import { failureOf, isError } from "./failure";
import { readPrinted, tryReadPrinted } from "./printed";
import { parseFormat, previewDocument } from "./schemas";
import { type EngineStep, stepOfDocument } from "./step";
import { digestOfStream } from "./stream";
import { type Unread, unreadInCounts, unreadInDocument, unreadInStep } from "./unread";

/** A preview or a refresh, read from either format. */
export interface Digest {
  readonly steps: readonly EngineStep[];
  readonly config: Values;
  /** The number of steps of each operation, including unchanged resources that the steps leave out. */
  readonly changeSummary: Readonly<Record<string, number>>;
  /** The parts that this release does not know, apart from those of the steps. */
  readonly unread: readonly Unread[];
}

const NOT_A_PREVIEW = "this is not the output of `pulumi preview --json`";

/**
 * Reads the document that `--json` prints, or the events that it prints if PULUMI_ENABLE_STREAMING_JSON_PREVIEW is set.
 *
 * @throws {Error} if the text is something else, or if the preview failed or is cut off. The message repeats nothing of it but
 * the errors of a preview that failed, and lines that are not part of the JSON.
 */
export function readDigest(text: string): Digest {
  if (text.trim() === "")
    throw new Error(`${NOT_A_PREVIEW}: it is empty, so \`pulumi\` printed nothing`);
  const printed = withProblem(() => readPrinted(text));
  const digest =
    "events" in printed
      ? digestOfStream(printed.events, NOT_A_PREVIEW)
      : digestOfDocument(printed.document);
  const { steps, changeSummary } = digest;
  const unread = [
    ...digest.unread,
    ...unreadInCounts(changeSummary, steps),
    ...steps.flatMap(unreadInStep),
  ];
  return { ...digest, unread };
}

function digestOfDocument(document: Values): Digest {
  if (!isPreviewDocument(document)) throw new Error(NOT_A_PREVIEW);
  const { steps, diagnostics, changeSummary, config } = parseFormat(
    previewDocument,
    document,
    NOT_A_PREVIEW,
  );
  if (!hasSteps(document) || diagnostics?.some(isError)) throw failureOf(diagnostics ?? []);
  // The engine leaves the member out if a stack has no resources. Otherwise each preview has the step of the stack itself.
  if (steps?.length === 0) {
    throw new Error(
      `${NOT_A_PREVIEW}: it has no steps, not even that of the stack itself; was it filtered?`,
    );
  }
  return {
    steps: (steps ?? []).map(stepOfDocument),
    config: config ?? {},
    changeSummary: changeSummary ?? {},
    unread: unreadInDocument(document),
  };
}

function withProblem<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`${NOT_A_PREVIEW}: ${(error as Error).message}`);
  }
}

/** Tells a preview from other texts by its content, including a preview that cannot be read. */
export function looksLikePreview(text: string): boolean {
  const printed = tryReadPrinted(text);
  if (printed && "document" in printed) return isPreviewDocument(printed.document);
  return /^[ \t]*\{[ \t]*"sequence"[ \t]*:/m.test(text);
}

/** A preview that failed before its first step, such as in a policy pack that cannot start, has diagnostics alone. */
const isPreviewDocument = (document: Values): boolean =>
  hasSteps(document) || Array.isArray(document.diagnostics);

/** True if the engine got as far as the steps. For a stack without resources, the document has a duration or counts alone. */
const hasSteps = ({ steps, changeSummary, duration }: Values): boolean =>
  steps !== undefined || isObject(changeSummary) || typeof duration === "number";
