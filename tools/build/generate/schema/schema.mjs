import codegen from "../../../../dist/codegen/sdk.js";
import definitions from "../../../../dist/core/definitions/index.js";
import settings from "../../../../dist/core/definitions/settings.js";
import { readJson } from "../../../base/project.mjs";
import { readPublisher } from "../../publisher.mjs";
import { providerDocumentation } from "./documentation.mjs";
import { functionSpecs } from "./functions.mjs";
import { packageSpec } from "./package.mjs";
import { description, documentedResource, resourceSpec } from "./resources.mjs";
import { settingSpecs } from "./settings.mjs";
import { Types } from "./types.mjs";

const PROVIDER =
  "One account of the Edge and Ingress Management API. Create a provider for each account of the program, and pass it to the " +
  "resources of that account.";

/** @returns the package schema of the plugin, from the tables and what documents them */
export function packageSchema() {
  const documentation = providerDocumentation();
  const types = new Types(documentation);
  const resources = Object.values(definitions).map((each) => documentedResource(documentation, each));
  const variables = settingSpecs(types, documentation, settings.settings);
  const specs = Object.fromEntries(
    resources.map((resource) => [resource.definition.pluginToken, resourceSpec(types, resource)]),
  );
  const functions = functionSpecs(types, documentation, resources);
  const manifest = /** @type {Parameters<typeof packageSpec>[0]} */ (readJson("package.json"));
  const sdk = /** @type {import("../../../../dist/codegen/sdk.js").Sdk} */ (
    /** @type {unknown} */ ({ packages: codegen.packages, resources: specs, types: types.specs() })
  );
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
}

/** @type {string | undefined} */
let text;

/** @returns {string} `src/fronts/plugin/schema.json` */
export function schemaDocument() {
  text ??= JSON.stringify(packageSchema(), undefined, 2);
  return text;
}
