import { join } from "node:path";
import { expect } from "vitest";
import { z } from "zod";
import { isObject } from "../../src/core/schema/values";
import { routeModuleNames } from "../../src/emulator/modules";
import { moduleCases } from "../cases/modules";
import { readData, replaced, rows, text, values } from "../support/data";

const special = z.strictObject({
  write: values,
  added: values.optional(),
  shown: values.optional(),
});

const { ofRoutes, ofEdges } = readData(
  join(__dirname, "module-cases.yaml"),
  z.strictObject({
    values,
    ofRoutes: z.record(text, special),
    ofEdges: rows(text, values, values),
  }),
);

/** Returns the response of a server at a URL. */
const shownAt = (url: string, shown: unknown): unknown =>
  replaced(shown, (value) => {
    if (!isObject(value)) return value;
    if ("$matches" in value) return expect.stringMatching(new RegExp(String(value.$matches)));
    if (!("$object" in value)) return value;
    const path = String(value.$object);
    return { id: path.split("/").at(-1), uri: `${url}/${path}` };
  });

/** Returns an accepted configuration of a route module: with every member, unless the table has a special case. */
export function moduleCase(name: string) {
  const golden = moduleCases.find(({ member }) => member === name)?.whole.body;
  const found: z.infer<typeof special> | undefined =
    ofRoutes[name] ?? (golden && { write: golden });
  if (found === undefined)
    throw new Error(`the module ${name} has no case in sdk-tests/cases/modules.yaml`);
  const { write, added, shown = { ...write, ...added } } = found;
  return { name, write, read: (url: string) => shownAt(url, shown) };
}

/** An accepted configuration of each module of an edge, at its path. */
export const edgeModuleCases = ofEdges.map(([path, write, shown]) => ({
  path,
  write,
  read: (url: string) => shownAt(url, shown),
}));

/** An accepted configuration of every route module. */
export const routeModuleCases = routeModuleNames.map(moduleCase);
