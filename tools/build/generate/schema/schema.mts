import codegen, { type Sdk } from "../../../../build/codegen/sdk.js";
import definitions from "../../../../build/core/definitions/index.js";
import settings from "../../../../build/core/definitions/settings.js";
import field from "../../../../build/core/schema/field.js";
import { once } from "../../../base/once.mts";
import { readJson } from "../../../base/project.mjs";
import { readPublisher } from "../../publisher.mts";
import { type DocumentedRow, documentedRows, providerDocumentation } from "./documentation.mts";
import { functionSpecs } from "./functions.mts";
import { packageSpec } from "./package.mts";
import { description, documentedResource, resourceSpec } from "./resources.mts";
import { type Spec, Types } from "./types.mts";

const PROVIDER =
  "One account of the Edge and Ingress Management API. Create a provider for each account of the program, and pass it to the " +
  "resources of that account.";

/** The package schema of the plugin, from the tables and what documents them. */
export const packageSchema = once(() => {
  const documentation = providerDocumentation();
  const types = new Types(documentation);
  const resources = Object.values(definitions).map((definition) =>
    documentedResource(documentation, definition),
  );
  const rows = documentedRows(
    "ProviderArgs",
    field.inputRows(settings.settings),
    types.documentation.membersOf("ProviderArgs"),
  );
  const inputProperties = types.properties(rows, "input");
  const specs = Object.fromEntries(
    resources.map((resource) => [resource.definition.pluginToken, resourceSpec(types, resource)]),
  );
  const functions = functionSpecs(types, resources);
  const manifest = readJson("package.json") as Parameters<typeof packageSpec>[0];
  const sdk = {
    packages: codegen.packages,
    resources: specs,
    types: types.specs(),
  } as unknown as Sdk;
  const described = resources.map((resource) => {
    const { pluginToken } = resource.definition;
    return [pluginToken, { ...specs[pluginToken], description: description(resource, sdk) }];
  });
  return {
    ...packageSpec(manifest, readPublisher(), settings.NAMESPACE),
    config: { variables: withDefaults(inputProperties, rows) },
    provider: { description: PROVIDER, inputProperties },
    types: types.specs(),
    resources: Object.fromEntries(described),
    functions,
  };
});

/**
 * The settings with what they are if the stack config lacks them. The arguments of a provider have no such defaults: an SDK would
 * read the environment in the program, and the state would keep what it has.
 */
const withDefaults = (
  specs: Readonly<Record<string, Spec>>,
  rows: readonly DocumentedRow[],
): Record<string, Spec> =>
  Object.fromEntries(
    rows.map(({ name, row }) => {
      const defaults =
        "default" in row && row.default !== undefined ? { default: row.default } : {};
      const { environment } = row;
      const sources =
        environment === undefined ? {} : { defaultInfo: { environment: [environment] } };
      return [name, { ...specs[name], ...defaults, ...sources }];
    }),
  );

/** The text of `src/fronts/plugin/schema.json`. */
export const schemaDocument = () => JSON.stringify(packageSchema(), undefined, 2);
