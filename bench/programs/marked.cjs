const pulumi = require("@pulumi/pulumi");

/**
 * Arguments with the secret marked, as a program has to do where the provider does not do it by itself.
 * @param {Pick<import("./mix.cjs").Wanted, "args" | "secret">} wanted
 * @returns {Record<string, unknown>}
 */
const marked = ({ args, secret = [] }) =>
  /** @type {Record<string, unknown>} */ (secret.length === 0 ? args : secret.reduceRight(inside, mark)(args));

const mark = (/** @type {unknown} */ value) => pulumi.secret(value);

/**
 * @param {(value: unknown) => unknown} change
 * @param {string} key
 */
const inside = (change, key) => (/** @type {unknown} */ value) => {
  const object = /** @type {Record<string, unknown>} */ (value);
  return { ...object, [key]: change(object[key]) };
};

module.exports = { marked };
