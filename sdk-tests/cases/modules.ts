import { join } from "node:path";
import { z } from "zod";
import { readData } from "../support/data";
import { type ModuleCase, moduleCase } from "./case";

const group = z.record(z.string(), moduleCase);
const { ofRoutes, ofEdges } = readData(
  join(__dirname, "modules.yaml"),
  z.strictObject({ values: z.unknown(), ofRoutes: group, ofEdges: group }),
);

const named = (cases: z.infer<typeof group>): ModuleCase[] =>
  Object.entries(cases).map(([argument, members]) => ({ argument, ...members }));

/** A case for each module of a route. */
export const moduleCases: readonly ModuleCase[] = named(ofRoutes);

/** The case of a module, of a route or of an edge. */
export function moduleCaseOf(argument: string): ModuleCase {
  const found = [...moduleCases, ...named(ofEdges)].find(
    (moduleCase) => moduleCase.argument === argument,
  );
  if (!found) throw new Error(`the module ${argument} has no case in sdk-tests/cases/modules.yaml`);
  return found;
}
