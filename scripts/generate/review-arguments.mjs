import judgements from "../../dist/insight/review/arguments.js";
import { code, table } from "./tables.mjs";

/**
 * @param {string} of a resource, or a module
 * @param {import("../../dist/insight/review/arguments.js").Judgements} lines
 */
const rowsOf = (of, lines) =>
  Object.entries(lines).map(([path, judgement]) => [
    `${code(of)} ${code(path)}`,
    "rules" in judgement ? judgement.rules.map(code).join(", ") : judgement.because,
  ]);

/** @returns {string} what the review reports of each argument that changes */
export const reviewArgumentsTable = () =>
  table(
    ["Argument", "Rules, or why it needs none"],
    Object.entries({ ...judgements.objectJudgements, ...judgements.moduleJudgements }).flatMap(([of, lines]) =>
      rowsOf(of, lines),
    ),
  );
