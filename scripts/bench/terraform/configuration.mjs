/**
 * What is declared.
 * @typedef {object} Wanted
 * @property {string} path of the collection, such as `/agent_ingresses`
 * @property {Record<string, unknown>} body as the API wants it
 * @property {string} name a unique one
 */

/** The variable that holds the API key, so that no file does. */
export const keyVariable = "api_key";

/**
 * What an update may not send, by the collection's path: the provider would send the whole body.
 * @type {Readonly<Record<string, string>>}
 */
const setAtCreation = { "/agent_ingresses": "domain" };

/**
 * A configuration with the fewest requests that the provider is able to:
 * - `write_returns_object` spares the GET after each create and update.
 * - The two GETs of a refresh (whether it exists, then what it holds) cannot be spared.
 * - Version 1.20.0 does not compare `data` with what the API answers, so that nothing has to be ignored for a plan without
 *   changes, neither what the API adds nor what it answers in another shape. It finds no drift either.
 * @param {string} baseUrl
 * @param {readonly Wanted[]} wanted
 */
export function configuration(baseUrl, wanted) {
  const collections = [...Map.groupBy(wanted, ({ path }) => path)];
  return {
    terraform: { required_providers: { restapi: { source: "mastercard/restapi" } } },
    variable: { [keyVariable]: { type: "string", sensitive: true } },
    provider: {
      restapi: {
        uri: baseUrl,
        headers: { Authorization: `Bearer \${var.${keyVariable}}`, "Service-Version": "2" },
        update_method: "PATCH",
        write_returns_object: true,
      },
    },
    locals: Object.fromEntries(collections.map(([path, members]) => [label(path), bodies(members)])),
    resource: {
      restapi_object: Object.fromEntries(collections.map(([path]) => [label(path), objects(path)])),
    },
  };
}

/**
 * All objects of a collection.
 * @param {string} path
 * @returns {Record<string, unknown>}
 */
function objects(path) {
  const fixed = setAtCreation[path];
  return {
    for_each: `\${local.${label(path)}}`,
    path,
    data: `\${jsonencode(each.value)}`,
    ...(fixed === undefined ? {} : replacedBy(fixed)),
  };
}

/** @param {string} member a change of which makes another object */
const replacedBy = (member) => ({
  update_data: `\${jsonencode({ for name, value in each.value : name => value if name != "${member}" })}`,
  force_new: [`\${each.value.${member}}`],
});

/** @param {readonly Wanted[]} wanted */
const bodies = (wanted) => Object.fromEntries(wanted.map(({ name, body }) => [literal(name), literal(body)]));

/** @param {string} path */
const label = (path) => path.slice(1).replaceAll(/[^A-Za-z0-9_]/g, "_");

/**
 * Terraform takes every text in its JSON, the names of members too, for a template.
 * @param {unknown} value
 * @returns {unknown}
 */
function literal(value) {
  if (typeof value === "string") return value.replaceAll(/[$%](?=\{)/g, "$&$&");
  if (Array.isArray(value)) return value.map(literal);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [literal(name), literal(member)]));
}
