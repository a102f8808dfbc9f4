import { operationOf } from "../client/send";
import type { Client } from "../client/types";
import { NO_ID } from "../client/verification";
import type { SingletonDefinition } from "../schema/definition";
import { isSet } from "../schema/values";
import { ifFound, requestModule, requestObject, unexpected } from "./answers";

interface ModuleAddress {
  readonly template: string;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Some services answer for an unset module with an empty answer; so may a gateway, for anything. Another request decides:
 * the module's route shows the module, or null in its place. The API has no operation that shows an edge. For a module of
 * an edge, the service has to answer in the same way for an edge that does not exist, has to answer as the API does for
 * what does exist, and has to answer in the same way once more.
 *
 * @returns What the module's route shows.
 * @throws {UnexpectedAnswerError} if the module may be configured.
 */
export async function confirmUnset(
  api: Client,
  definition: SingletonDefinition,
  path: ModuleAddress,
): Promise<InOwner | undefined> {
  const inOwner = await findInOwner(api, definition, path);
  if (inOwner === undefined ? await isUsual(api, definition, path) : inOwner !== "set") return inOwner;
  throw unexpected(
    { method: "GET", path },
    "the answer is empty, which does not show whether the module is configured: run the command again; if the module was " +
      "removed outside Pulumi, run `pulumi up --replace` for this resource",
  );
}

/** A module as the object shows it that it belongs to, which may be gone itself. */
type InOwner = "set" | "unset" | "gone";

/** What the object that a module belongs to shows of it: null for an unset one; `undefined` for an edge, which nothing shows. */
export async function findInOwner(
  api: Client,
  { of, module }: SingletonDefinition,
  { params }: ModuleAddress,
): Promise<InOwner | undefined> {
  if (of.kind !== "collection") return undefined;
  const names = [...of.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
  const ids = Object.values(params);
  const owner = { template: of.path, params: Object.fromEntries(names.map((name, index) => [name, ids[index] ?? ""])) };
  const shown = await ifFound(requestObject(api, of, { method: "GET", path: owner }));
  if (shown === undefined) return "gone";
  return module in of.fields && !isSet(shown[module]) ? "unset" : "set";
}

/** Whether the service answers with nothing if nothing exists. */
async function isUsual(api: Client, definition: SingletonDefinition, { template, params }: ModuleAddress) {
  const ask = (ids: ModuleAddress["params"]) =>
    ifFound(requestModule(api, definition, { method: "GET", path: { template, params: ids } }));
  const nowhere = Object.fromEntries(Object.keys(params).map((name) => [name, NO_ID]));
  if ((await ask(nowhere)) !== null) return false;
  await api.verify(`${operationOf({ method: "GET", path: { template, params } })} answered nothing`);
  // By now a moment of trouble is over.
  return !isSet(await ask(params));
}
