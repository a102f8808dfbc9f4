import codegen from "../../../dist/codegen/sdk.js";

/**
 * What SDKs in each language are called. Those who publish one choose other names; these are for SDKs that a project generates
 * for itself, and none is in the place of Pulumi's own. Go's module is named by the repository.
 */
const language = {
  nodejs: { packageName: codegen.packages.typescript, respectSchemaVersion: true },
  python: { packageName: codegen.packages.python, pyproject: { enabled: true }, respectSchemaVersion: true },
  go: { respectSchemaVersion: true },
  csharp: { rootNamespace: "EdgeIngressSdk", respectSchemaVersion: true },
  java: { basePackage: "edgeingress.sdk" },
};

/**
 * @typedef {{ version: string, description: string, license: string, author: string, keywords: readonly string[] }} Required
 * @typedef {{ homepage?: string, repository?: string | { url: string } }} Optional
 */

/**
 * What a schema says of the package as a whole, as far as `package.json` does.
 * @param {Required & Optional} manifest
 * @param {string} name of the plugin
 */
export const packageSpec = ({ version, description, license, author, keywords, homepage, repository }, name) => ({
  name,
  displayName: "Edge and Ingress Management",
  version,
  description: `${description}.`,
  keywords: [...keywords.filter((keyword) => keyword !== "dynamic-provider"), "category/network", "kind/native"],
  license,
  publisher: author,
  ...(homepage && { homepage }),
  ...(repository && { repository: webAddress(repository) }),
  meta: { supportPack: true },
  language,
});

/**
 * The address at which a browser finds a repository.
 * @param {string | { url: string }} repository as npm wants it
 */
const webAddress = (repository) =>
  (typeof repository === "string" ? repository : repository.url).replace(/^git\+/, "").replace(/\.git$/, "");
