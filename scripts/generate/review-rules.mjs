import review from "../../dist/insight/review/wording.js";
import { code, table } from "./tables.mjs";

/** @typedef {import("../../dist/insight/review/rules/example.js").Declaration} Declaration */

/** @param {unknown} value */
const shown = (value) => code(JSON.stringify(value).replaceAll("|", "\\|"));

/**
 * @param {Declaration | undefined} before
 * @param {Declaration | undefined} after
 * @returns {string[]}
 */
function differences(before, after) {
  if (!before) return [`${code(after?.type ?? "")} is added: ${shown(after?.args)}`];
  if (!after) return [`${code(before.type)} is removed: ${shown(before.args)}`];
  if (after.isLookedUp) return [`${code(before.type)} becomes a lookup`];
  const names = [...new Set([...Object.keys(before.args), ...Object.keys(after.args)])];
  const changed = names.filter((name) => JSON.stringify(before.args[name]) !== JSON.stringify(after.args[name]));
  return changed.map((name) => {
    const [old, now] = [before.args[name], after.args[name]];
    if (old === undefined) return `${code(name)} is added: ${shown(now)}`;
    return now === undefined
      ? `${code(name)} is removed: ${shown(old)}`
      : `${code(name)}: ${shown(old)} to ${shown(now)}`;
  });
}

/** @param {import("../../dist/insight/review/rules/example.js").Example | undefined} example */
function exampleText(example) {
  if (!example) return "";
  const names = [...new Set([...example.before, ...example.after].map(({ name }) => name))];
  const named = (/** @type {readonly Declaration[]} */ all, /** @type {string} */ name) =>
    all.find((each) => each.name === name);
  return names.flatMap((name) => differences(named(example.before, name), named(example.after, name))).join("; ");
}

/** @returns {string} the rules of the review, those of the highest severity first, with addresses */
export const reviewRulesTable = () =>
  table(
    ["Rule", "Severity", "Finds", "For example"],
    review.allRules.map(({ id, severity, title, example }) => [
      `<a id="${id}"></a>${code(id)}`,
      severity,
      title,
      exampleText(example),
    ]),
  );
