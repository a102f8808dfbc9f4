import definitions from "../../../dist/core/definitions/index.js";
import settings from "../../../dist/core/definitions/settings.js";
import { readJson } from "../../lib/project.mjs";
import { resourceClasses } from "./classes.mjs";
import { functionSpecs } from "./functions.mjs";
import { declarationsIn } from "./interfaces.mjs";
import { packageSpec } from "./package.mjs";
import { documentedResources, resourceSpec } from "./resources.mjs";
import { settingSpecs } from "./settings.mjs";
import { source, sourcesIn } from "./sources.mjs";
import { token } from "./tokens.mjs";
import { Types } from "./types.mjs";

/** @returns the package schema of the plugin, from the tables and what documents them */
export function packageSchema() {
  const files = sourcesIn("core/definitions");
  const lookups = source("fronts/program/lookups.ts");
  const declarations = declarationsIn(files);
  const types = new Types(declarations);
  const classes = resourceClasses([
    source("fronts/program/resources.ts"),
    source("fronts/program/module-resources.ts"),
  ]);
  const resources = documentedResources(declarations, classes, definitions);
  const variables = settingSpecs(types, declarations, settings.settings);
  const specs = resources.map((resource) => [token(resource.definition.type), resourceSpec(types, resource)]);
  const functions = functionSpecs(types, { file: lookups, declarations: declarationsIn([lookups]) }, resources);
  const manifest = /** @type {Parameters<typeof packageSpec>[0]} */ (readJson("package.json"));
  return {
    ...packageSpec(manifest, settings.NAMESPACE),
    config: { variables },
    provider: { description: "One account of the API.", inputProperties: variables },
    types: types.specs(),
    resources: Object.fromEntries(specs),
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
