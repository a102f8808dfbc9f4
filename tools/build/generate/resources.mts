import definitions from "../../../build/core/definitions/index.js";
import modules from "../../../build/core/definitions/modules/index.js";
import schema from "../../../build/core/schema/definition.js";
import field from "../../../build/core/schema/field.js";
import { apiLink, code, table } from "../../base/markdown-table.mts";
import { providerDocumentation } from "./schema/documentation.mts";

const all = Object.values(definitions);

/** The table of the import ids of all types. */
export const importIdsTable = (): string =>
  table(
    ["type", "id"],
    all.map((resource) => [code(resource.pluginToken), code(schema.importIdFormat(resource))]),
  );

/** The table of the resources that have their own ids. */
export const resourcesTable = (): string =>
  table(
    ["resource", "in the API's reference", "a change of these replaces it"],
    all.flatMap(({ kind, type, title, fields }) => {
      const replacing = field
        .inputRows(fields)
        .flatMap(([name, row]) => (row.createOnly ? [code(name)] : []));
      return kind === "collection" ? [[pageLink(type), apiLink(title), replacing.join(", ")]] : [];
    }),
  );

/** The table of the objects that have resources, with the first sentence of the documentation of each class. */
export const termsTable = (): string =>
  table(
    ["Object", "Meaning", "Resource"],
    all.flatMap(({ kind, type, title }) => {
      if (kind !== "collection") return [];
      const documentation = providerDocumentation();
      const [meaning = ""] = documentation.text(documentation.symbol(type)).split(/(?<=\.) /);
      return [[apiLink(title), meaning, pageLink(type)]];
    }),
  );

/** A link to the page of a resource in the reference. */
const pageLink = (type: string) => `[${code(type)}](reference/resources/${type}.md)`;

/** The table of the functions that look up objects. */
export const lookupFunctionsTable = (): string =>
  table(
    ["One object", "All objects, from all pages"],
    all.flatMap((resource) => {
      if (resource.kind !== "collection") return [];
      const ids = [...field.pathKeys(resource.fields), "id"].join(", ");
      const list = schema.isListed(resource)
        ? code(`${schema.listFunction(resource)}()`)
        : "none: the API has no list";
      return [[code(`${schema.getFunction(resource)}({ ${ids} })`), list]];
    }),
  );

const moduleResources = all.flatMap((resource) =>
  resource.kind === "singleton" ? [resource] : [],
);

/** Resources that are a module of a route, and of an edge. */
const ofRoutes = moduleResources.filter(({ of }) => of.kind === "collection");
const ofEdges = moduleResources.filter(({ of }) => of.kind === "external");

/** The modules that are arguments of a route. */
export const routeModulesTable = (): string =>
  table(
    ["module", "removed from the program, it is", "resource of its own"],
    Object.keys(modules.routeModules).map((name) => {
      const resource = ofRoutes.find(({ module }) => module === name);
      return [
        code(name),
        name in modules.moduleSegments ? "deleted" : "disabled",
        resource ? code(resource.type) : "",
      ];
    }),
  );

/** The resources that are a module. */
export const moduleResourcesTable = (): string =>
  table(
    ["on a route: `route`, or `edgeId` and `routeId`", "on an edge: `edgeId`"],
    Array.from({ length: Math.max(ofRoutes.length, ofEdges.length) }, (_, index) =>
      [ofRoutes[index], ofEdges[index]].map((definition) =>
        definition ? code(definition.type) : "",
      ),
    ),
  );

/** The exports that states name: a provider for each resource. */
export const providerExports = (): string =>
  all
    .map(
      ({ type, name }) =>
        `/** Provider of \`${type}\`. */\nexport const ${name} = providers.${name};`,
    )
    .join("\n");
