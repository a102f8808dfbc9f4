import acrossStacks from "../../dist/insight/review/rules/across-stacks.js";
import review from "../../dist/insight/review/rules/index.js";
import { code, table } from "./tables.mjs";

/** @returns {string} the rules of the review, highest severity first */
export const reviewRulesTable = () =>
  table(
    ["Rule", "Severity", "Finds", "For example"],
    [...review.rules, acrossStacks.acrossStacks.rule].map(({ id, severity, title, example }) => [
      code(id),
      severity,
      title,
      example,
    ]),
  );
