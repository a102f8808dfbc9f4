/** What the texts say for TypeScript alone, and what a schema says instead. */
const phrases = [
  [
    "the documentation of its arguments and of `ProviderArgs.routeDeletion` say",
    "its arguments and the provider's `routeDeletion` say",
  ],
  ["; `HttpsEdgeRoute.get(name, id, { edgeId })` looks one up", ""],
  [" Each secret in it is an `Output`.", ""],
  [" Each secret in them is an `Output`.", ""],
];

/**
 * A text in words for every language.
 * @param {string} text
 * @returns {string}
 */
export const forEveryLanguage = (text) =>
  phrases.reduce((reworded, [phrase = "", instead = ""]) => reworded.replace(phrase, instead), text);

/**
 * A text of an argument, of an object that is only looked up: without what a program has to state, and what a change does.
 * @param {string} text
 * @returns {string}
 */
export const asFound = (text) =>
  text.replaceAll(/(?<=^|[.] )(?:Required|Default:|Changes in place|A change)(?:[^.]|\.(?=\S))*\.(?: |$)/g, "").trim();
