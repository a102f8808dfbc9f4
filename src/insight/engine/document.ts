import { isObject, type Values } from "../../core/schema/values";
import type { Digest } from "./digest";
import { isError, previewFailure } from "./failure";
import { parseFormat, previewDocument } from "./schemas";
import { readDocumentStep } from "./step";
import { unreadInDocument } from "./unread";

/**
 * Reads the document of a preview.
 *
 * @param refusal The beginning of the message if the document has another form.
 * @throws {Error} if the document is not that of a preview that succeeded.
 */
export function readDocument(document: Values, refusal: string): Digest {
  if (!isPreviewDocument(document)) throw new Error(refusal);
  const { steps, diagnostics, changeSummary, config } = parseFormat(
    previewDocument,
    document,
    refusal,
  );
  if (!hasReachedSteps(document) || diagnostics?.some(isError))
    throw previewFailure(diagnostics ?? []);
  // The engine leaves the member out if a stack has no resources. Otherwise each preview has the step of the stack itself.
  if (steps?.length === 0) {
    throw new Error(
      `${refusal}: it has no steps, not even that of the stack itself; was it filtered?`,
    );
  }
  return {
    steps: (steps ?? []).map(readDocumentStep),
    config: config ?? {},
    changeSummary: changeSummary ?? {},
    unread: unreadInDocument(document),
  };
}

/** A preview that failed before its first step, such as in a policy pack that cannot start, has diagnostics alone. */
export const isPreviewDocument = (document: Values): boolean =>
  hasReachedSteps(document) || Array.isArray(document.diagnostics);

/** True if the engine got as far as the steps. For a stack without resources, the document has a duration or counts alone. */
const hasReachedSteps = ({ steps, changeSummary, duration }: Values): boolean =>
  steps !== undefined || isObject(changeSummary) || typeof duration === "number";
