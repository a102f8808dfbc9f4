import type { Digest } from "./digest";
import { isPreviewDocument, readDocument } from "./document";
import { type Printed, readPrinted, tryReadPrinted } from "./printed";
import { readStream } from "./stream";
import { unreadInCounts, unreadInStep } from "./unread";

const NOT_A_PREVIEW = "this is not the output of `pulumi preview --json`";

/**
 * Reads the document that `--json` prints, or the events that it prints if PULUMI_ENABLE_STREAMING_JSON_PREVIEW is set.
 *
 * @throws {Error} if the text is something else, or if the preview failed or is cut off. Of the text, the message contains only the
 * errors of a preview that failed, and lines that are not part of the JSON.
 */
export function readDigest(text: string): Digest {
  const digest = digestOfPrinted(readPrintedPreview(text));
  const { steps, changeSummary } = digest;
  const unread = [
    ...digest.unread,
    ...unreadInCounts(changeSummary, steps),
    ...steps.flatMap(unreadInStep),
  ];
  return { ...digest, unread };
}

/**
 * True for the text of a preview, by its content: of a document that can be parsed, even if the preview failed, or of a stream, even if the
 * stream is cut off.
 */
export function looksLikePreview(text: string): boolean {
  const printed = tryReadPrinted(text);
  if (printed && "document" in printed) return isPreviewDocument(printed.document);
  return /^[ \t]*\{[ \t]*"sequence"[ \t]*:/m.test(text);
}

function readPrintedPreview(text: string): Printed {
  if (text.trim() === "")
    throw new Error(`${NOT_A_PREVIEW}: it is empty, so \`pulumi\` printed nothing`);
  try {
    return readPrinted(text);
  } catch (error) {
    throw new Error(`${NOT_A_PREVIEW}: ${(error as Error).message}`);
  }
}

const digestOfPrinted = (printed: Printed): Digest =>
  "events" in printed
    ? readStream(printed.events, NOT_A_PREVIEW)
    : readDocument(printed.document, NOT_A_PREVIEW);
