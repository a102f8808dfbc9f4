import codegen, { type Sdk } from "../../../../dist/codegen/sdk.js";
import definitions from "../../../../dist/core/definitions/index.js";
import settings from "../../../../dist/core/definitions/settings.js";
import { once } from "../../../base/once.mts";
import { readJson } from "../../../base/project.mjs";
import { readPublisher } from "../../publisher.mts";
import { providerDocumentation } from "./documentation.mts";
import { functionSpecs } from "./functions.mts";
import { packageSpec } from "./package.mts";
import { description, documentedResource, resourceSpec } from "./resources.mts";
import { settingSpecs } from "./settings.mts";
import { Types } from "./types.mts";

const PROVIDER =
  "One account of the Edge and Ingress Management API. Create a provider for each account of the program, and pass it to the " +
  "resources of that account.";

/** The package schema of the plugin, from the tables and what documents them. */
export const packageSchema = once(() => {
  const documentation = providerDocumentation();
  const types = new Types(documentation);
  const resources = Object.values(definitions).map((each) => documentedResource(documentation, each));
  const variables = settingSpecs(types, documentation, settings.settings);
  const specs = Object.fromEntries(
    resources.map((resource) => [resource.definition.pluginToken, resourceSpec(types, resource)]),
  );
  const functions = functionSpecs(types, documentation, resources);
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

/** The text of `src/fronts/plugin/schema.json`. */
export const schemaDocument = () => JSON.stringify(packageSchema(), undefined, 2);
