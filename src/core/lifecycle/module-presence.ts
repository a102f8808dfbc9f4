import { requestName } from "../client/send";
import type { Client } from "../client/types";
import type { SingletonDefinition } from "../schema/definition";
import { isSet, type Values } from "../schema/values";
import type { ModuleAddress } from "./module-address";
import { ifFound, requestModule, requestObject } from "./requests";
import { unexpected } from "./response-checks";

/** The presence of a module, as the API shows it. It is unknown for the modules of edges, because the API shows no edges. */
export type ModulePresence = "set" | "unset" | "parent-gone" | "unknown";

/** Requests a module. Null if the response is empty, undefined if the path does not exist. */
export const findModule = (
  api: Client,
  definition: SingletonDefinition,
  path: ModuleAddress,
): Promise<Values | null | undefined> =>
  ifFound(requestModule(api, definition, { method: "GET", path }));

/** Reads the presence of a module from its parent, which has the module as a member. */
export async function presenceInParent(
  api: Client,
  { of: parent, module }: SingletonDefinition,
  path: ModuleAddress,
): Promise<ModulePresence> {
  if (parent.kind !== "collection") return "unknown";
  const request = { method: "GET", path: parentAddress(parent.path, path) } as const;
  const found = await ifFound(requestObject(api, parent, request));
  if (found === undefined) return "parent-gone";
  return module in parent.fields && !isSet(found[module]) ? "unset" : "set";
}

/** The path of the parent has the first ids of the module's path, and may name them differently. */
function parentAddress(template: string, { params }: ModuleAddress): ModuleAddress {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
  const ids = Object.values(params);
  return {
    template,
    params: Object.fromEntries(names.map((name, index) => [name, String(ids[index])])),
  };
}

/**
 * Determines the presence of a module after an empty response. Some services respond so for an unset module, and a gateway may
 * respond so for anything. For a module of a route, the route decides. For a module of an edge, further requests decide.
 *
 * @throws {UnexpectedResponseError} if the empty response does not show that the module is unset.
 */
export async function confirmUnset(
  api: Client,
  definition: SingletonDefinition,
  path: ModuleAddress,
): Promise<ModulePresence> {
  const presence = await presenceInParent(api, definition, path);
  if (presence === "unset" || presence === "parent-gone") return presence;
  if (presence === "unknown" && (await showsMissingAsEmpty(api, definition, path))) return "unset";
  throw unexpected(
    { method: "GET", path },
    "the answer is empty, which does not show whether the module is configured: run the command again; if the module was " +
      "removed outside Pulumi, run `pulumi up --replace` for this resource",
  );
}

/** A well-formed id that no object has. */
export const UNUSED_ID = "edge-ingress-none";

/**
 * True if an empty response is how this service shows a missing module: the response for an edge that does not exist is empty, too,
 * the API responds to another request as documented, and then the response for the module is still empty.
 */
async function showsMissingAsEmpty(
  api: Client,
  definition: SingletonDefinition,
  path: ModuleAddress,
): Promise<boolean> {
  const unusedIds = Object.fromEntries(Object.keys(path.params).map((name) => [name, UNUSED_ID]));
  const response = await findModule(api, definition, { ...path, params: unusedIds });
  if (response !== null) return false;
  await api.verify(`${requestName({ method: "GET", path })} answered nothing`);
  // If the first response came from a failing gateway, this response shows the module.
  return !isSet(await findModule(api, definition, path));
}
