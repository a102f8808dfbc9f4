/** What is neither in the tables nor in `package.json`. */
const MODULE = "edgeingress";

/**
 * What a schema says of the package as a whole. Those who publish an SDK choose other names; these are for SDKs that a
 * project generates for itself.
 * @param {{ version: string, description: string, license: string, author: string, keywords: readonly string[] }} manifest
 * @param {string} name of the plugin
 */
export const packageSpec = ({ version, description, license, author, keywords }, name) => ({
  name,
  displayName: "Edge and Ingress Management",
  version,
  description: `${description}.`,
  keywords: [...keywords.filter((keyword) => keyword !== "dynamic-provider"), "category/network", "kind/native"],
  license,
  publisher: author,
  meta: { supportPack: true },
  language: {
    nodejs: { packageName: `pulumi-${name}-sdk`, respectSchemaVersion: true },
    python: { packageName: "pulumi_edge_ingress", pyproject: { enabled: true }, respectSchemaVersion: true },
    // A domain that is nobody's: the module is found where the project has it.
    go: { importBasePath: `example.com/pulumi-${name}/sdk/go/${MODULE}`, respectSchemaVersion: true },
  },
});
