import { existsSync } from "node:fs";
import { basename } from "node:path";
import { changesOf } from "../../insight/change/change";
import { readIngress } from "../../insight/change/read";
import { STACK_DIFFERENCE } from "../../insight/diff/compare";
import { linesBelow } from "../../insight/engine/failure";
import { type Preview, readPreview } from "../../insight/engine/preview";
import { readExpectations } from "../../insight/expectations/expectation";
import { judgeExpectations, type Result } from "../../insight/expectations/judge";
import { unusedNote } from "../../insight/report/suppression";
import { onlyDrift } from "../../insight/review/drift";
import { type Review, reviewChanges } from "../../insight/review/findings";
import { ruleIds } from "../../insight/rules/index";
import { EXPECTATIONS_FILE, readIgnoreFile, warn } from "../command";
import { errorMessage, readFile } from "../input";
import { DEFAULT_PREVIEWS, previewFiles } from "./folders";
import { maskedLine } from "./masking";
import { isOfOtherRun, reasonWithoutSecrets } from "./pull-request";
import type { FailedPreview, Reviewed } from "./result";

/** The ignore file that is read without an option, if it exists. */
export const IGNORE_FILE = "accepted-findings.json";

/** The files to review. */
interface Inputs {
  readonly previews: readonly string[];
  readonly ignoreFile: string | undefined;
  readonly expectations: string | undefined;
  readonly drift: boolean;
}

/** A preview that succeeded, in a file. */
interface PreviewFile {
  readonly file: string;
  readonly preview: Preview;
}

/**
 * Reviews previews, and judges expectations by them.
 *
 * @throws {Error} if there is no preview although the run has secrets, or if the ignore file or the expectations cannot be read.
 */
export function reviewPreviews(inputs: Inputs, environment: NodeJS.ProcessEnv): Reviewed {
  const paths = inputs.previews.length === 0 ? [DEFAULT_PREVIEWS] : inputs.previews;
  const files = previewFiles(paths);
  if (files.length === 0) return nothingReviewed(paths, environment);
  const succeeded: PreviewFile[] = [];
  const failed: FailedPreview[] = [];
  for (const file of files) {
    try {
      succeeded.push({ file, preview: readPreviewFile(file, inputs.drift) });
    } catch (error) {
      failed.push(failureOf(file, error, environment));
    }
  }
  const review = succeeded.length === 0 ? undefined : reviewFiles(succeeded, inputs.ignoreFile);
  const expectations = inputs.drift ? [] : judgeFiles(succeeded, inputs.expectations);
  const isUntrusted = isOfOtherRun(environment);
  return { review, failed, expectations, skipped: undefined, isUntrusted };
}

function nothingReviewed(paths: readonly string[], environment: NodeJS.ProcessEnv): Reviewed {
  const reason = reasonWithoutSecrets(environment);
  if (reason === undefined) throw new Error(`there is no preview in ${paths.join(", ")}`);
  const skipped = `GitHub gives no secrets to a pull request of ${reason}, so the stacks could not be previewed`;
  return { review: undefined, failed: [], expectations: [], skipped, isUntrusted: false };
}

const readPreviewFile = (file: string, drift: boolean): Preview =>
  readFile(file, (text) => (drift ? onlyDrift(readPreview(text)) : readPreview(text)));

function failureOf(file: string, error: unknown, environment: NodeJS.ProcessEnv): FailedPreview {
  const masked = (line: string) => maskedLine(line, environment);
  // The message begins with the name of the file, which the report shows in its own way.
  const message = errorMessage(error).replace(`${file}: `, "");
  return {
    stack: basename(file, ".json"),
    message: masked(message),
    errors: linesBelow(error).map(masked),
  };
}

function reviewFiles(files: readonly PreviewFile[], ignoreFile: string | undefined): Review {
  const previewed = files.map(({ preview }) => ({ preview, change: changesOf(preview) }));
  const file = ignoreFile ?? ifExists(IGNORE_FILE);
  const suppressions = readIgnoreFile({ ignoreFile: file }, [...ruleIds, STACK_DIFFERENCE]);
  const review = reviewChanges(previewed, suppressions);
  for (const suppression of review.unused) warn(unusedNote(suppression, "finding"));
  return review;
}

function judgeFiles(files: readonly PreviewFile[], expectations: string | undefined): Result[] {
  const file = expectations ?? ifExists(EXPECTATIONS_FILE);
  if (file === undefined) return [];
  const expected = readFile(file, readExpectations);
  const ingresses = files.map((file) =>
    readFile(file.file, (text) => readIngress(file.file, text)),
  );
  return judgeExpectations(expected, ingresses);
}

const ifExists = (file: string): string | undefined => (existsSync(file) ? file : undefined);
