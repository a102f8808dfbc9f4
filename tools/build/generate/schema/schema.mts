import codegen, { type Sdk } from "../../../../dist/codegen/sdk.js";
import definitions from "../../../../dist/core/definitions/index.js";
import settings from "../../../../dist/core/definitions/settings.js";
import field, { type Row } from "../../../../dist/core/schema/field.js";
import { once } from "../../../base/once.mts";
import { readJson } from "../../../base/project.mjs";
import { readPublisher } from "../../publisher.mts";
import { documentedRows, providerDocumentation } from "./documentation.mts";
import { functionSpecs } from "./functions.mts";
import { packageSpec } from "./package.mts";
import { description, documentedResource, resourceSpec } from "./resources.mts";
import { Types } from "./types.mts";

const PROVIDER =
  "One account of the Edge and Ingress Management API. Create a provider for each account of the program, and pass it to the " +
  "resources of that account.";

/** The package schema of the plugin, from the tables and what documents them. */
export const packageSchema = once(() => {
  const documentation = providerDocumentation();
  const types = new Types(documentation);
  const resources = Object.values(definitions).map((each) => documentedResource(documentation, each));
  const variables = settingSpecs(types);
  const specs = Object.fromEntries(
    resources.map((resource) => [resource.definition.pluginToken, resourceSpec(types, resource)]),
  );
  const functions = functionSpecs(types, resources);
  const manifest = readJson("package.json") as Parameters<typeof packageSpec>[0];
  const sdk = { packages: codegen.packages, resources: specs, types: types.specs() } as unknown as Sdk;
  const described = resources.map((resource) => {
    const { pluginToken } = resource.definition;
    return [pluginToken, { ...specs[pluginToken], description: description(resource, sdk) }];
  });
  return {
    ...packageSpec(manifest, readPublisher(), settings.NAMESPACE),
    config: { variables },
    provider: { description: PROVIDER, inputProperties: variables },
    types: types.specs(),
    resources: Object.fromEntries(described),
    functions,
  };
});

/**
 * The settings of the provider, which are its stack config and its arguments. What an environment variable has is not a
 * default of the schema: an SDK would read it in the program, and the state would keep it. Nor has a text a type of its values:
 * SDKs read and send what is not plain text as JSON.
 */
function settingSpecs(types: Types) {
  const rows = field.inputRows(settings.settings).map(asText);
  return types.properties(documentedRows("ProviderArgs", rows, types.documentation.membersOf("ProviderArgs")));
}

const asText = ([name, row]: readonly [string, Row]): readonly [string, Row] => [
  name,
  row.kind === "oneOf" ? { kind: "string" } : row,
];

/** The text of `src/fronts/plugin/schema.json`. */
export const schemaDocument = () => JSON.stringify(packageSchema(), undefined, 2);
