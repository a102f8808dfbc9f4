import { isNotFound, StillThereError, UnexpectedResponseError } from "../client/errors";
import { pages } from "../client/pages";
import type { ResponseBody } from "../client/response";
import { requestName } from "../client/send";
import type { ApiRequest, Client } from "../client/types";
import {
  type CollectionDefinition,
  collectionPath,
  type Definition,
  type ListedDefinition,
  type SingletonDefinition,
} from "../schema/definition";
import { equal } from "../schema/diff";
import { bodyRows, inputRows, type Rows, type Table } from "../schema/field";
import { formatProblem } from "../schema/leaves";
import { isObject, isSet, type Values, type WireObject } from "../schema/values";
import { fromWire, memberNames, requiredMembers, type WireReading } from "../schema/wire";
import type { Found, OnUnreadable } from "./resource";

/*
 * Which answers count: here they become values of known types, or an `UnexpectedResponseError` that names the request. A gateway,
 * a proxy or a failing service may answer anything with a status of success: what it leaves out must not be taken for deleted.
 */

/**
 * Sends a request that is answered with one object of a collection.
 *
 * @param known What is known of the object: what only a new one can have, no answer about this one changes.
 */
export async function requestObject(
  api: Client,
  definition: CollectionDefinition,
  request: ApiRequest,
  known: Values = {},
): Promise<Values> {
  const answer = await api.request(request);
  const { values } = foundIn(api, definition, request, answer);
  const other = keptForGood(definition, known, values);
  if (other !== undefined)
    throw unexpected(request, `the answer has another ${other}, which an object keeps for good`);
  return values;
}

/** Sends a request that makes an object of a collection. One with an id is there, even if a member cannot be read. */
export async function requestNew(
  api: Client,
  definition: CollectionDefinition,
  request: ApiRequest,
) {
  const answer = await api.request(request);
  const reading = fromWire(definition.fields, answer ?? {});
  if (reading.problem === undefined) return foundIn(api, definition, request, answer, reading);
  if (!isId(answer?.id)) throw unexpected(request, "the answer has no well-formed id");
  return { id: answer.id, values: {}, unreadable: unexpected(request, reading.problem) };
}

function foundIn(
  api: Client,
  definition: CollectionDefinition,
  request: ApiRequest,
  answer: WireObject | null,
  { values, problem }: WireReading = fromWire(definition.fields, answer ?? {}),
): Found {
  const accepted = answer ?? {};
  const wrong = problem ?? objectProblem(definition, answer) ?? placeProblem(request, accepted);
  if (wrong !== undefined) throw unexpected(request, wrong);
  return foundOf(api, definition, accepted, values);
}

const foundOf = (
  api: Client,
  { createdAtOutput }: CollectionDefinition,
  answer: WireObject,
  values: Values,
): Found => ({
  id: String(answer.id),
  values,
  madeAtMs: Date.parse(String(values[createdAtOutput])) - api.skewMs(answer),
});

/**
 * Every object of the account once, page after page, in the service's order: a list that grows while it is read shows
 * objects again on its next page.
 */
export async function* listed(
  api: Client,
  definition: ListedDefinition,
  onUnreadable?: OnUnreadable,
) {
  const template = collectionPath(definition.path);
  const seen = new Set<unknown>();
  for await (const item of pages(api, template, definition.member)) {
    const { object, values, wrong } = readItem(definition, item);
    if (wrong !== undefined && !onUnreadable)
      throw new UnexpectedResponseError(`GET ${template}: an item of the list: ${wrong}`);
    const { id } = object;
    if (seen.has(id)) continue;
    seen.add(id);
    if (wrong === undefined) yield foundOf(api, definition, object, values);
    else onUnreadable?.(isId(id) ? id : "?", wrong);
  }
}

/** Reads an item of a list, and the reason why it is not an object of the collection, if there is a reason. */
function readItem(definition: ListedDefinition, item: unknown) {
  const object: WireObject = isObject(item) ? item : {};
  const { values, problem } = fromWire(definition.fields, object);
  return { object, values, wrong: problem ?? objectProblem(definition, item) };
}

/** Sends a request that is answered with a module. Null is an empty answer: it does not show whether the module is configured. */
export async function requestModule(
  api: Client,
  definition: SingletonDefinition,
  request: ApiRequest,
) {
  const answer = await api.request(request);
  if (answer === null || Object.keys(answer).length === 0) return null;
  const { values, problem } = fromWire(definition.fields, answer);
  const wrong = moduleProblem(definition, answer) ?? placeProblem(request, answer) ?? problem;
  if (wrong !== undefined) throw unexpected(request, wrong);
  return values;
}

/** Why an answer is not the module, if it is not: one that is in force has all that a create requires. */
function moduleProblem(
  { fields, switchedBy }: SingletonDefinition,
  answer: WireObject,
): string | undefined {
  if (!memberNames(fields).some((name) => name in answer))
    return "the answer has no member of the module";
  const missing = requiredMembers(fields).find((name) => !isSet(answer[name]));
  return answer[switchedBy] === true && missing !== undefined
    ? `the answer has no ${missing}`
    : undefined;
}

/** Sends a deletion. The reference documents no body of its answer: one is an error. */
export async function requestDeletion(api: Client, path: ApiRequest["path"]): Promise<void> {
  const request = { method: "DELETE", path } as const;
  const answer = await api.request(request);
  if (answer !== null)
    throw unexpected(request, "the answer has a body, and so does not confirm the deletion");
}

/** The table of a module, and the argument that switches the module on and off. */
interface Module extends Pick<SingletonDefinition, "switchedBy"> {
  readonly fields: Table;
}

/**
 * Sends the deletion of a module. Some services answer 404 if none is configured, and show such a module as one that is off: then
 * there is nothing to delete.
 */
export async function requestModuleDeletion(
  api: Client,
  module: Module,
  path: ApiRequest["path"],
): Promise<void> {
  // A module without arguments may look unset. If a gateway has answered, the second request deletes the module.
  for (let attempt = 0; attempt < 2; attempt++) {
    const problem = await deletionProblem(api, path);
    if (!problem) return;
    if (!(await isUnset(api, module, path))) throw problem;
  }
}

/** Sends the deletion of a module; gives the error if the answer is 404, and the module is shown nevertheless. */
async function deletionProblem(
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

/** Whether the service shows a module as unset. An empty answer counts if the API answers after it, and the module is still empty. */
async function isUnset(api: Client, module: Module, path: ApiRequest["path"]): Promise<boolean> {
  const request = { method: "GET", path } as const;
  const shown = await api.request(request);
  if (!isEmpty(shown)) return isBlank(module, shown);
  await api.verify(`${requestName(request)} answered nothing`);
  return isEmpty(await api.request(request));
}

const isEmpty = (answer: ResponseBody): answer is null =>
  answer === null || Object.keys(answer).length === 0;

/** Whether a module is off, and has no configuration. */
function isBlank({ fields, switchedBy }: Module, answer: WireObject): boolean {
  const { values, problem } = fromWire(fields, answer);
  const isOfModule = problem === undefined && memberNames(fields).some((name) => name in answer);
  const isConfigured = ([key, row]: Rows[number]) =>
    key !== switchedBy && !equal(row, values[key], undefined);
  return isOfModule && values[switchedBy] !== true && !bodyRows(fields).some(isConfigured);
}

/** What is found; `undefined` if the API answers that there is no such object. */
export async function ifFound<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

export const unexpected = (request: ApiRequest, problem: string): UnexpectedResponseError =>
  new UnexpectedResponseError(`${requestName(request)}: ${problem}`);

function objectProblem({ fields }: CollectionDefinition, answer: unknown): string | undefined {
  if (!isObject(answer)) return "the answer is empty";
  if (typeof answer.id !== "string" || answer.id === "") return "the answer has no id";
  if (!isId(answer.id)) return "the id in the answer is not well-formed";
  const missing = requiredMembers(fields).find((name) => !isSet(answer[name]));
  return missing === undefined ? undefined : `the answer has no ${missing}`;
}

const isId = (id: unknown): id is string =>
  typeof id === "string" && formatProblem("id", id) === undefined;

/** Why an answer cannot be about what stands at the request's path, if it cannot. */
function placeProblem({ path }: ApiRequest, answer: WireObject): string | undefined {
  const params = ("template" in path && path.params) || {};
  const isOther = Object.entries(params).some(
    ([name, id]) => isSet(answer[name]) && answer[name] !== id,
  );
  return isOther ? "the answer is about another object" : undefined;
}

/** The argument that only a new object can have, and in which values differ from what is known, if there is one. */
const keptForGood = ({ fields }: Definition, known: Values, values: Values): string | undefined =>
  inputRows(fields).find(
    ([key, row]) =>
      row.createOnly &&
      isSet(known[key]) &&
      isSet(values[key]) &&
      !equal(row, known[key], values[key]),
  )?.[0];
