import type { Digest } from "./digest";
import { isPreviewDocument, readDocument } from "./document";
import { type Printed, readPrinted, tryReadPrinted } from "./printed";
import { readStream } from "./stream";
import { unreadInCounts, unreadInStep } from "./unread";

const NOT_A_PREVIEW = "this is not the output of `pulumi preview --json`";

/**
 * Reads the document that `--json` prints, or the events that it prints if PULUMI_ENABLE_STREAMING_JSON_PREVIEW is set.
 *
 * @throws {Error} if the text is something else, or if the preview failed or is cut off. Of the text, the error shows only the errors of a
 * failed preview (in its `lines`), a line that is not part of the JSON, and the URN or path of a member with a wrong type.
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

/** True if the content is that of a preview: a whole document, even of a preview that failed, or a stream, even if it is cut off. */
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
