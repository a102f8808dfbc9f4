import definitions from "../../../dist/core/definitions/index.js";
import modules from "../../../dist/core/definitions/modules/index.js";
import { code, table } from "../../base/markdown-table.mts";

const moduleResources = Object.values(definitions).flatMap((each) => (each.kind === "singleton" ? [each] : []));

/** Resources that are a module of a route, and of an edge. */
const ofRoutes = moduleResources.filter(({ of }) => of.kind === "collection");
const ofEdges = moduleResources.filter(({ of }) => of.kind === "external");

/** @returns the modules that are arguments of a route */
export const routeModulesTable = (): string =>
  table(
    ["module", "removed from the program, it is", "resource of its own"],
    Object.keys(modules.routeModules).map((name) => [
      code(name),
      name in modules.moduleSegments ? "deleted" : "disabled",
      ofRoutes
        .filter(({ module }) => module === name)
        .map(({ type }) => code(type))
        .join(),
    ]),
  );

/** @returns the resources that are a module */
export const moduleResourcesTable = (): string =>
  table(
    ["on a route: `route`, or `edgeId` and `routeId`", "on an edge: `edgeId`"],
    Array.from({ length: Math.max(ofRoutes.length, ofEdges.length) }, (_, index) =>
      [ofRoutes, ofEdges].map((column) =>
        column
          .slice(index, index + 1)
          .map(({ type }) => code(type))
          .join(),
      ),
    ),
  );
