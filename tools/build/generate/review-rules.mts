import type { Rule } from "../../../dist/insight/review/rules/rule.js";
import review from "../../../dist/insight/review/wording.js";
import { exampleDiff } from "./example-diff.mts";

const TITLES = { high: "High severity", medium: "Medium severity", low: "Low severity" };

/** The rules of the review, by severity, each with its example below a heading of its own. */
export const reviewRules = (): string =>
  Object.entries(TITLES)
    .flatMap(([severity, title]) => [
      `## ${title}`,
      ...review.allRules.filter((rule) => rule.severity === severity).flatMap(ruleParts),
    ])
    .join("\n\n");

const ruleParts = ({ id, title, why, fix, example, ofDrift }: Rule) => [
  `### ${id}`,
  `**${title}.** ${why}`,
  `${fix}${driftNote(ofDrift)}`,
  example ? `\`\`\`diff\n${exampleDiff(example)}\n\`\`\`` : NO_EXAMPLE,
];

function driftNote(ofDrift: Rule["ofDrift"]) {
  if (ofDrift === undefined) return "";
  return ofDrift === "none"
    ? " It is not reported for drift."
    : " For drift, the severity is `medium`, or `low` if no request is affected.";
}

const NO_EXAMPLE = "It compares stacks, states or keys, so that the change of one program does not show it.";
