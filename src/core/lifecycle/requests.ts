import { isNotFound } from "../client/errors";
import { pages } from "../client/pages";
import type { ApiRequest, Client } from "../client/types";
import {
  type CollectionDefinition,
  collectionPath,
  type ListedDefinition,
  type SingletonDefinition,
} from "../schema/definition";
import { isObject, type Values, type WireObject } from "../schema/values";
import { fromWire } from "../schema/wire";
import type { ApiObject, CreatedObject, OnUnreadable } from "./resource";
import {
  findAddressProblem,
  findChangedArgument,
  findModuleProblem,
  findObjectProblem,
  isEmptyResponse,
  isId,
  unexpected,
  unexpectedItem,
} from "./response-checks";

/* The requests of the lifecycle. Each returns values of known types, or throws an error that names the request. */

/**
 * Sends a request whose response is an object of a collection.
 *
 * @param known The known arguments. An argument that only a new object can have must be the same in the response.
 */
export async function requestObject(
  api: Client,
  definition: CollectionDefinition,
  request: ApiRequest,
  known: Values = {},
): Promise<Values> {
  const { values } = await requestApiObject(api, definition, request);
  const changed = findChangedArgument(definition, known, values);
  if (changed !== undefined)
    throw unexpected(request, `the answer has another ${changed}, which an object keeps for good`);
  return values;
}

/**
 * Sends a request that creates an object. If the response has an id and a member of an unexpected type, the object exists, whatever else
 * the response lacks, and its values are unreadable. A response without such a member that lacks a required member may be about something
 * else, and is an error.
 */
export async function requestNewObject(
  api: Client,
  definition: CollectionDefinition,
  request: ApiRequest,
): Promise<ApiObject | CreatedObject> {
  const response = await api.request(request);
  const body = response ?? {};
  const { problem } = fromWire(definition.fields, body);
  if (problem === undefined) return parseObject(api, definition, request, response);
  if (!isId(body.id)) throw unexpected(request, "the answer has no well-formed id");
  return { id: body.id, values: {}, unreadable: unexpected(request, problem) };
}

async function requestApiObject(
  api: Client,
  definition: CollectionDefinition,
  request: ApiRequest,
): Promise<ApiObject> {
  return parseObject(api, definition, request, await api.request(request));
}

function parseObject(
  api: Client,
  definition: CollectionDefinition,
  request: ApiRequest,
  response: WireObject | null,
): ApiObject {
  const body = response ?? {};
  const { values, problem: unreadable } = fromWire(definition.fields, body);
  const problem =
    unreadable ?? findObjectProblem(definition, response) ?? findAddressProblem(request, body);
  if (problem !== undefined) throw unexpected(request, problem);
  return toApiObject(api, definition, body, values);
}

const toApiObject = (
  api: Client,
  { createdAtOutput }: CollectionDefinition,
  body: WireObject,
  values: Values,
): ApiObject => ({
  id: String(body.id),
  values,
  createdAtMs: Date.parse(String(values[createdAtOutput])) - api.skewMs(body),
});

/**
 * Lists all objects of the account once, page after page, in the service's order. If the list grows while it is read, the next
 * page repeats objects.
 *
 * @param onUnreadable Receives the items that cannot be read. Without it, such an item is an error.
 */
export async function* listObjects(
  api: Client,
  definition: ListedDefinition,
  onUnreadable?: OnUnreadable,
): AsyncGenerator<ApiObject> {
  const template = collectionPath(definition.path);
  const seenIds = new Set<string>();
  for await (const item of pages(api, template, definition.member)) {
    const { body, values, problem } = parseItem(definition, item);
    if (problem !== undefined && !onUnreadable) throw unexpectedItem(template, problem);
    const { id } = body;
    if (isRepeated(id, seenIds)) continue;
    if (problem === undefined) yield toApiObject(api, definition, body, values);
    else onUnreadable?.(isId(id) ? id : "?", problem);
  }
}

/** True if an earlier item had the id. Items without an id are different items. */
function isRepeated(id: unknown, seenIds: Set<string>): boolean {
  if (!isId(id)) return false;
  const isSeen = seenIds.has(id);
  seenIds.add(id);
  return isSeen;
}

/** Parses an item of a list. The problem is the reason why the item is not an object of the collection. */
function parseItem(definition: ListedDefinition, item: unknown) {
  const body: WireObject = isObject(item) ? item : {};
  const { values, problem: unreadable } = fromWire(definition.fields, body);
  return { body, values, problem: unreadable ?? findObjectProblem(definition, item) };
}

/** Sends a request whose response is a module. Null if the response is empty, which does not show whether the module is configured. */
export async function requestModule(
  api: Client,
  definition: SingletonDefinition,
  request: ApiRequest,
): Promise<Values | null> {
  const response = await api.request(request);
  if (isEmptyResponse(response)) return null;
  const { values, problem: unreadable } = fromWire(definition.fields, response);
  const problem =
    findModuleProblem(definition, response) ?? findAddressProblem(request, response) ?? unreadable;
  if (problem !== undefined) throw unexpected(request, problem);
  return values;
}

/** Sends a deletion. The API's reference documents no body of the response, so a body is an error. */
export async function requestDeletion(api: Client, path: ApiRequest["path"]): Promise<void> {
  const request = { method: "DELETE", path } as const;
  const response = await api.request(request);
  if (response !== null)
    throw unexpected(request, "the answer has a body, and so does not confirm the deletion");
}

/** Waits for the response about an object. Undefined if the API responds that the object does not exist. */
export async function ifFound<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
