import codegen from "../../../../dist/codegen/sdk.js";
import { pluginDownloadUrl, repositoryUrl } from "../../publisher.mjs";

/**
 * What `package.json` says of the package.
 * @typedef {{ version: string, description: string, license: string, keywords: readonly string[] }} Manifest
 */

/**
 * The addresses of what a publisher has. A value that is null is not in the schema.
 * @param {import("../../publisher.mjs").Publisher} publisher
 */
function addresses(publisher) {
  const { homepage, logoUrl } = publisher;
  const values = {
    homepage,
    repository: repositoryUrl(publisher),
    pluginDownloadURL: pluginDownloadUrl(publisher),
    logoUrl,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

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
 * @param {Manifest} manifest
 * @param {import("../../publisher.mjs").Publisher} publisher
 * @param {string} name of the plugin
 */
export const packageSpec = ({ version, description, license, keywords }, publisher, name) => ({
  name,
  displayName: "Edge and Ingress Management",
  version,
  description: `${description}.`,
  keywords: [...keywords.filter((keyword) => keyword !== "dynamic-provider"), "category/network", "kind/native"],
  license,
  publisher: publisher.publisher,
  ...addresses(publisher),
  meta: { supportPack: true },
  language: languages,
});
