import codegen from "../../../dist/codegen/sdk.js";

/**
 * What `package.json` says of the package. npm shows `homepage` and `repository`, too.
 * @typedef {{ version: string, description: string, license: string, keywords: readonly string[] }} Required
 * @typedef {{ homepage?: string, repository?: string | { url: string } }} Optional
 *
 * What else only a publisher knows: `publisher.json`. A value that is null is not in the schema.
 * @typedef {object} Publisher
 * @property {string} publisher
 * @property {string | null} pluginDownloadURL
 * @property {string | null} logoUrl of a PNG, 100 by 100
 */

/**
 * @param {Optional} manifest
 * @param {Publisher} publisher
 */
const addresses = ({ homepage, repository }, { pluginDownloadURL, logoUrl }) => ({
  ...(homepage && { homepage }),
  ...(repository && { repository: webAddress(repository) }),
  ...(pluginDownloadURL && { pluginDownloadURL }),
  ...(logoUrl && { logoUrl }),
});

/**
 * The address at which a browser finds a repository.
 * @param {string | { url: string }} repository as npm wants it
 */
const webAddress = (repository) =>
  (typeof repository === "string" ? repository : repository.url).replace(/^git\+/, "").replace(/\.git$/, "");

/**
 * The namespace in which a generator puts that of the package.
 * @param {string} name
 */
const parent = (name) => name.replace(/\.\w+$/, "");

/**
 * What SDKs in each language are called. The names are for SDKs that a project generates for itself, and none is in the place
 * of Pulumi's own. Go's module is named by the repository.
 */
const languages = {
  nodejs: { packageName: codegen.packages.typescript, respectSchemaVersion: true },
  python: { packageName: codegen.packages.python, pyproject: { enabled: true }, respectSchemaVersion: true },
  go: { respectSchemaVersion: true },
  csharp: { rootNamespace: parent(codegen.packages.csharp), respectSchemaVersion: true },
  java: { basePackage: parent(codegen.packages.java) },
};

/**
 * What a schema says of the package as a whole.
 * @param {Required & Optional} manifest
 * @param {Publisher} publisher
 * @param {string} name of the plugin
 */
export const packageSpec = ({ version, description, license, keywords, ...manifest }, publisher, name) => ({
  name,
  displayName: "Edge and Ingress Management",
  version,
  description: `${description}.`,
  keywords: [...keywords.filter((keyword) => keyword !== "dynamic-provider"), "category/network", "kind/native"],
  license,
  publisher: publisher.publisher,
  ...addresses(manifest, publisher),
  meta: { supportPack: true },
  language: languages,
});
