import codegen from "../../../../dist/codegen/sdk.js";
import { type Publisher, pluginDownloadUrl, repositoryUrl } from "../../publisher.mts";

/** What `package.json` says of the package. */
type Manifest = {
  version: string;
  description: string;
  license: string;
  keywords: readonly string[];
};

/** The addresses of what a publisher has. A value that is null is not in the schema. */
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

/** The namespace in which a generator puts that of the package. */
const parent = (name: string) => name.replace(/\.\w+$/, "");

/**
 * What SDKs in each language are called. The names are for SDKs that a project generates for itself, and none is in the place
 * of Pulumi's own.
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

/** What a schema says of the package as a whole; the name is that of the plugin. */
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
