import { ignoreStatus } from "../client/ignore-status";
import type { Client } from "../client/types";
import type { CollectionDefinition, SingletonDefinition } from "../schema/definition";
import { wireName } from "../schema/field";
import { isSet } from "../schema/values";
import { requestModule, requestObject, unexpected } from "./answers";

interface ModuleAddress {
  readonly template: string;
  readonly params: Readonly<Record<string, string>>;
}

/** A module that another object shows. */
type OwnedModule = SingletonDefinition & { readonly of: CollectionDefinition };

const isOwned = (definition: SingletonDefinition): definition is OwnedModule => definition.of.kind === "collection";

/** A well-formed id that no service gives. */
const NO_ID = "edge-ingress-none";

/**
 * Some services answer for an unset module with an empty answer; so may a gateway, for anything. Another request decides:
 * the module's route shows the module, or null in its place. The API has no operation that shows an edge. For a module of
 * an edge, the service has to answer in the same way for an edge that does not exist, has to answer as the API does for
 * what does exist, and has to answer in the same way once more.
 *
 * @throws {UnexpectedAnswerError} if the module may be configured.
 */
export async function confirmUnset(api: Client, definition: SingletonDefinition, path: ModuleAddress): Promise<void> {
  const isUnset = isOwned(definition) ? await isNullIn(api, definition, path) : await isUsual(api, definition, path);
  if (isUnset) return;
  throw unexpected(
    { method: "GET", path },
    "the answer is empty, which does not show whether the module is configured: run the command again; if the module was " +
      "removed outside Pulumi, run `pulumi up --replace` for this resource",
  );
}

/** Whether the object that a module belongs to shows the module as configured; false for an edge, which nothing shows. */
export const isShownByOwner = async (
  api: Client,
  definition: SingletonDefinition,
  path: ModuleAddress,
): Promise<boolean> => isOwned(definition) && !(await isNullIn(api, definition, path));

/** What a module belongs to shows a module that is not configured as null. What is gone has no modules. */
async function isNullIn(api: Client, { of, module }: OwnedModule, { params }: ModuleAddress): Promise<boolean> {
  const names = [...of.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
  const ids = Object.values(params);
  const owner = { template: of.path, params: Object.fromEntries(names.map((name, index) => [name, ids[index] ?? ""])) };
  const answer = await ignoreStatus([404], requestObject(api, of, { method: "GET", path: owner }));
  const row = of.fields[module];
  return answer === undefined || (row !== undefined && !isSet(answer[wireName(module, row)]));
}

/** Whether the service answers with nothing where there is nothing. */
async function isUsual(api: Client, definition: SingletonDefinition, { template, params }: ModuleAddress) {
  const ask = (ids: ModuleAddress["params"]) =>
    ignoreStatus([404], requestModule(api, definition, { method: "GET", path: { template, params: ids } }));
  const nowhere = Object.fromEntries(Object.keys(params).map((name) => [name, NO_ID]));
  if ((await ask(nowhere)) !== null) return false;
  await api.verify();
  // By now a moment of trouble is over.
  return !isSet(await ask(params));
}
