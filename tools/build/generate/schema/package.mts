import codegen from "../../../../build/codegen/sdk.js";
import { type Publisher, pluginDownloadUrl, repositoryUrl } from "../../publisher.mts";

/** The members of `package.json` that describe the package. */
type Manifest = {
  version: string;
  description: string;
  license: string;
  keywords: readonly string[];
};

/** The addresses of a publisher. A value that is null is not in the schema. */
function addresses(publisher: Publisher) {
  const { homepage, logoUrl } = publisher;
  const values = {
    homepage,
    repository: repositoryUrl(publisher),
    pluginDownloadURL: pluginDownloadUrl(publisher),
    logoUrl,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

/** The namespace in which a generator creates the namespace of the package. */
const parent = (name: string) => name.replace(/\.\w+$/, "");

/**
 * The names of the SDKs in each language. They are for SDKs that a project generates for itself, and none replaces an
 * SDK of Pulumi.
 */
const languages = {
  nodejs: { packageName: codegen.packages.typescript, respectSchemaVersion: true },
  python: {
    packageName: codegen.packages.python,
    pyproject: { enabled: true },
    respectSchemaVersion: true,
  },
  go: { importBasePath: codegen.packages.go, respectSchemaVersion: true },
  csharp: { rootNamespace: parent(codegen.packages.csharp), respectSchemaVersion: true },
  java: { basePackage: parent(codegen.packages.java) },
};

/** The members of a schema that describe the package as a whole; the name is that of the plugin. */
export const packageSpec = (
  { version, description, license, keywords }: Manifest,
  publisher: Publisher,
  name: string,
) => ({
  name,
  displayName: "Edge and Ingress Management",
  version,
  description: `${description}.`,
  keywords: [
    ...keywords.filter((keyword) => keyword !== "dynamic-provider"),
    "category/network",
    "kind/native",
  ],
  license,
  publisher: publisher.publisher,
  ...addresses(publisher),
  meta: { supportPack: true },
  language: languages,
});
