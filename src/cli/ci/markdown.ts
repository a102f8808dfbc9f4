import { asMarkdown as expectationsMarkdown } from "../../insight/expectations/formats";
import { clipped } from "../../insight/report/extent";
import { code, escaped } from "../../insight/report/markdown";
import { count, printable } from "../../insight/report/text";
import { asMarkdown as reviewMarkdown } from "../../insight/review/markdown";
import type { FailedPreview, Reviewed } from "./result";

/** The most characters of the errors of all previews that failed, and of the expectations. The review has the rest of a comment. */
const MAX_SECTION_LENGTH = 14_000;

const UNTRUSTED =
  "> This preview was made without secrets, by code of the pull request, whose author could have changed it. Read the change " +
  "before you merge: the deployment is reviewed again.";

/** A comment, a summary or an issue: the previews that failed, the expectations that are not met, and the review. */
export function reportMarkdown(reviewed: Reviewed, maxLength: number): string {
  const { review, failed, expectations, skipped, isUntrusted } = reviewed;
  if (skipped !== undefined) return `### Ingress review\n\nNot reviewed: ${escaped(skipped)}`;
  const before = [
    ...(isUntrusted ? [UNTRUSTED] : []),
    ...(failed.length > 0 ? [failedMarkdown(failed)] : []),
    ...(expectations.length > 0 ? [expectationsMarkdown(expectations, MAX_SECTION_LENGTH)] : []),
  ];
  if (!review) return before.join("\n\n");
  const left = maxLength - before.join("\n\n").length - "\n\n".length;
  return [...before, reviewMarkdown(review, left)].join("\n\n");
}

/** The most failed previews that are listed. */
const MAX_FAILED = 30;

function failedMarkdown(failed: readonly FailedPreview[]): string {
  const listed = failed.slice(0, MAX_FAILED);
  const length = Math.floor(MAX_SECTION_LENGTH / listed.length);
  const title = failed.length === 1 ? "### A preview failed" : "### Previews failed";
  const left = failed.length - listed.length;
  const note = left === 0 ? [] : [`Left out: ${count(left, "other failed preview")}.`];
  return [title, ...listed.map((preview) => failedSection(preview, length)), ...note].join("\n\n");
}

/** The most characters of the name of a stack, and of a message. */
const MAX_TEXT_LENGTH = 150;

function failedSection({ stack, message, errors }: FailedPreview, maxLength: number): string {
  const name = code(clipped(stack, MAX_TEXT_LENGTH));
  const title = `${name}: ${escaped(clipped(message, MAX_TEXT_LENGTH))}`;
  return errors.length === 0 ? title : `${title}\n\n${codeBlock(linesWithin(errors, maxLength))}`;
}

/** The first lines that fit a length, and how many are left out. */
function linesWithin(lines: readonly string[], maxLength: number): string[] {
  let length = 0;
  const fitting = lines.findIndex((line) => {
    length += line.length + 1;
    return length > maxLength;
  });
  if (fitting < 0) return [...lines];
  const [first = ""] = lines;
  const shown = fitting === 0 ? [clipped(first, maxLength)] : lines.slice(0, fitting);
  const left = lines.length - shown.length;
  return left === 0 ? shown : [...shown, `… and ${count(left, "more line")}`];
}

/** Lines as a block of code. The fence is longer than any row of backticks in them. */
function codeBlock(lines: readonly string[]): string {
  const text = lines.map(printable).join("\n");
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
