import review from "../../dist/insight/review/rules/index.js";
import { code, table } from "./tables.mjs";

/** @returns {string} the rules of the review, those of the highest severity first */
export const reviewRulesTable = () =>
  table(
    ["Rule", "Severity", "Finds", "For example"],
    review.allRules.map(({ id, severity, title, example }) => [code(id), severity, title, example]),
  );
