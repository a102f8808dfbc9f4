import { UnexpectedResponseError } from "../client/errors";
import type { ResponseBody } from "../client/response";
import { requestName } from "../client/send";
import type { ApiRequest } from "../client/types";
import type { CollectionDefinition, Definition, SingletonDefinition } from "../schema/definition";
import { equal } from "../schema/diff";
import { inputRows, type Rows } from "../schema/field";
import { formatProblem } from "../schema/leaves";
import { isObject, isSet, type Values, type WireObject } from "../schema/values";
import { memberNames, requiredMembers } from "../schema/wire";

/*
 * The checks that decide which responses count. A gateway, a proxy or a failing service may respond anything with a status of
 * success. An object that such a response leaves out must not count as deleted. A check returns the problem with a response.
 */

export const unexpected = (request: ApiRequest, problem: string): UnexpectedResponseError =>
  new UnexpectedResponseError(`${requestName(request)}: ${problem}`);

export const unexpectedItem = (template: string, problem: string): UnexpectedResponseError =>
  new UnexpectedResponseError(`GET ${template}: an item of the list: ${problem}`);

export const isEmptyResponse = (response: ResponseBody): response is null =>
  response === null || Object.keys(response).length === 0;

export const isId = (id: unknown): id is string =>
  typeof id === "string" && formatProblem("id", id) === undefined;

/** Checks that a response is an object of a collection. */
export function findObjectProblem(
  { fields }: CollectionDefinition,
  response: unknown,
): string | undefined {
  if (!isObject(response)) return "the answer is empty";
  if (typeof response.id !== "string" || response.id === "") return "the answer has no id";
  if (!isId(response.id)) return "the id in the answer is not well-formed";
  const missing = requiredMembers(fields).find((name) => !isSet(response[name]));
  return missing === undefined ? undefined : `the answer has no ${missing}`;
}

/** Checks that a response is a module. A module that is on has all members that a create requires. */
export function findModuleProblem(
  { fields, switchedBy }: SingletonDefinition,
  response: WireObject,
): string | undefined {
  if (!memberNames(fields).some((name) => name in response))
    return "the answer has no member of the module";
  if (response[switchedBy] !== true) return undefined;
  const missing = requiredMembers(fields).find((name) => !isSet(response[name]));
  return missing === undefined ? undefined : `the answer has no ${missing}`;
}

/** Checks that a response has no other ids than the path of the request. */
export function findAddressProblem({ path }: ApiRequest, response: WireObject): string | undefined {
  const params = ("template" in path && path.params) || {};
  const hasOtherId = Object.entries(params).some(
    ([name, id]) => isSet(response[name]) && response[name] !== id,
  );
  return hasOtherId ? "the answer is about another object" : undefined;
}

/** Finds an argument that only a new object can have, and that a response shows with another value. */
export function findChangedArgument(
  { fields }: Definition,
  known: Values,
  values: Values,
): string | undefined {
  const isChanged = ([key, row]: Rows[number]) =>
    row.createOnly &&
    isSet(known[key]) &&
    isSet(values[key]) &&
    !equal(row, known[key], values[key]);
  const [name] = inputRows(fields).find(isChanged) ?? [];
  return name;
}
