import { z } from "zod";
import { jsonObject } from "../../core/schema/values";
import type { Result } from "../../insight/expectations/judge";
import { countsOf as countsOfExpectations } from "../../insight/expectations/judge";
import { type Severity, severities } from "../../insight/report/finding";
import { count, jsonReport } from "../../insight/report/text";
import { countsOf, hasFinding, type Review } from "../../insight/review/findings";
import type { Outputs } from "./folders";

/** A preview that failed. */
export interface FailedPreview {
  /** The name of the stack, which is the name of the file. */
  readonly stack: string;
  readonly message: string;
  readonly errors: readonly string[];
}

/** All that a report is about. */
export interface Reviewed {
  /** The review of the previews that succeeded; undefined if there are none. */
  readonly review: Review | undefined;
  readonly failed: readonly FailedPreview[];
  readonly expectations: readonly Result[];
  /** The reason why nothing was previewed; undefined if there are previews. */
  readonly skipped: string | undefined;
  /** True if the code of a pull request could have changed the previews. */
  readonly isUntrusted: boolean;
}

/** The severity from which on a finding makes the gate fail. */
export type Threshold = Severity | "none";

export const thresholds: readonly Threshold[] = [...severities, "none"];

const NO_FINDINGS: Readonly<Record<Severity, number>> = { high: 0, medium: 0, low: 0 };

/** The result of a report in numbers, for later steps and jobs. */
export function outputsOf({ review, failed, expectations, skipped = "" }: Reviewed): Outputs {
  const counts = review ? countsOf(review) : NO_FINDINGS;
  const { fails, "not-known": notKnown } = countsOfExpectations(expectations);
  return {
    severity: severities.find((severity) => counts[severity] > 0) ?? "none",
    ...counts,
    "failed-previews": failed.length,
    "failed-expectations": fails + notKnown,
    skipped,
  };
}

/** The reasons for the gate to fail, as sentences. */
export function failuresOf(reviewed: Reviewed, threshold: Threshold): string[] {
  const { review, failed, expectations } = reviewed;
  const failures = failed.map(({ stack }) => `the preview of ${stack} failed`);
  if (review && reaches(review, threshold)) failures.push(findingsText(review, threshold));
  const { fails, "not-known": notKnown } = countsOfExpectations(expectations);
  if (fails > 0) failures.push(`${count(fails, "expectation")} not met`);
  if (notKnown > 0) failures.push(`${count(notKnown, "expectation")} not known to be met`);
  return failures;
}

/** True if a review has a finding that makes the gate fail. */
export const reaches = (review: Review, threshold: Threshold): boolean =>
  threshold !== "none" && hasFinding(review, threshold);

function findingsText(review: Review, threshold: Threshold): string {
  const { high, medium, low } = countsOf(review);
  return `${high} high, ${medium} medium, ${low} low: a finding has the severity ${threshold} or a higher severity`;
}

/** The file by which `edge-ingress ci report` passes its result to `edge-ingress ci gate`. */
const resultFile = z.looseObject({
  version: z.literal(1),
  failures: z.array(z.string()),
  skipped: z.string(),
});

export type ResultFile = z.infer<typeof resultFile>;

export const resultJson = (reviewed: Reviewed, threshold: Threshold): string =>
  jsonReport(1, { ...outputsOf(reviewed), failures: failuresOf(reviewed, threshold) });

/** @throws {Error} if the text is something else. */
export function readResult(text: string): ResultFile {
  const { data } = resultFile.safeParse(jsonObject(text));
  if (data) return data;
  throw new Error("this is not a result of `edge-ingress ci report`");
}
