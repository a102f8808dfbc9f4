import { StillThereError } from "../client/errors";
import { requestName } from "../client/send";
import type { ApiRequest, Client } from "../client/types";
import type { SingletonDefinition } from "../schema/definition";
import { equal } from "../schema/diff";
import { bodyRows, type Rows, type Table } from "../schema/field";
import type { WireObject } from "../schema/values";
import { fromWire, memberNames } from "../schema/wire";
import { requestDeletion } from "./requests";
import { isEmptyResponse } from "./response-checks";

/** The table of a module, and the argument that switches the module on and off. */
interface Module extends Pick<SingletonDefinition, "switchedBy"> {
  readonly fields: Table;
}

/**
 * Sends the deletion of a module. Some services respond with 404 if the module is not configured, and show such a module as a
 * module that is off. Then nothing is left to delete.
 */
export async function requestModuleDeletion(
  api: Client,
  module: Module,
  path: ApiRequest["path"],
): Promise<void> {
  // A module without arguments looks unset if it is off. If the first 404 came from a gateway, the module still exists, and the second
  // request deletes it.
  for (let attempt = 0; attempt < 2; attempt++) {
    const problem = await tryDeletion(api, path);
    if (!problem) return;
    if (!(await isUnset(api, module, path))) throw problem;
  }
}

/** Sends the deletion of a module. Returns the error if the response is 404 although the API shows the module. */
async function tryDeletion(
  api: Client,
  path: ApiRequest["path"],
): Promise<StillThereError | undefined> {
  try {
    await requestDeletion(api, path);
    return undefined;
  } catch (error) {
    if (error instanceof StillThereError) return error;
    throw error;
  }
}

/**
 * True if the service shows a module as unset. An empty response counts if the API responds to another request after it, and the
 * module is still empty then.
 */
async function isUnset(api: Client, module: Module, path: ApiRequest["path"]): Promise<boolean> {
  const request = { method: "GET", path } as const;
  const response = await api.request(request);
  if (!isEmptyResponse(response)) return isOffAndBlank(module, response);
  await api.verify(`${requestName(request)} answered nothing`);
  return isEmptyResponse(await api.request(request));
}

/** True if a module is off, and has no configuration. */
function isOffAndBlank({ fields, switchedBy }: Module, response: WireObject): boolean {
  const { values, problem } = fromWire(fields, response);
  if (problem !== undefined) return false;
  if (!memberNames(fields).some((name) => name in response)) return false;
  if (values[switchedBy] === true) return false;
  const isConfigured = ([key, row]: Rows[number]) =>
    key !== switchedBy && !equal(row, values[key], undefined);
  return !bodyRows(fields).some(isConfigured);
}
