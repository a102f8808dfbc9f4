import type { FindingPart } from "../../src/insight/report/finding";
import type { Review } from "../../src/insight/review/findings";

/** All that a review finds: the findings, and the other effects of their causes. */
export const effectsOf = ({ findings }: Pick<Review, "findings">): readonly FindingPart[] =>
  findings.flatMap((finding) => [finding, ...finding.parts]);
