import { UnexpectedAnswerError } from "../client/errors";
import { pages } from "../client/pages";
import { operationOf } from "../client/send";
import type { ApiRequest, Client } from "../client/types";
import {
  type CollectionDefinition,
  collectionPath,
  type ListedDefinition,
  type SingletonDefinition,
} from "../schema/definition";
import { formatProblem } from "../schema/formats";
import { isObject, isSet, type WireObject } from "../schema/values";
import { fromAnswer, memberNames, requiredMembers } from "../schema/wire";

/*
 * Which answers count. A gateway, a proxy or a failing service may answer anything with a status of success. What such an
 * answer does not contain must not be taken for deleted.
 */

/**
 * Sends a request that is answered with one object of a collection.
 *
 * @throws {UnexpectedAnswerError} if the answer is anything else, such as another object.
 * @throws {MemberError} if a member has another type than the reference says.
 */
export async function requestObject(
  api: Client,
  definition: CollectionDefinition,
  request: ApiRequest,
): Promise<WireObject> {
  return objectIn(await api.request(request), definition, request);
}

/** The object that an answer is. */
export function objectIn(answer: WireObject | null, definition: CollectionDefinition, request: ApiRequest): WireObject {
  if (answer !== null) fromAnswer(definition.fields, answer);
  return accepted(request, answer, objectProblem(definition, answer) ?? placeProblem(request, answer));
}

/**
 * Every object of the account once, page after page, in the service's order: a list that grows while it is read shows
 * objects again on its next page.
 *
 * @throws {UnexpectedAnswerError} if a page is not as documented, or an item is not an object of the collection.
 */
export async function* listed(api: Client, definition: ListedDefinition): AsyncGenerator<WireObject> {
  const template = collectionPath(definition.path);
  const seen = new Set<unknown>();
  for await (const item of pages(api, template, definition.member)) {
    if (isObject(item)) fromAnswer(definition.fields, item);
    const problem = objectProblem(definition, item);
    if (problem !== undefined) throw new UnexpectedAnswerError(`GET ${template}: an item of the list: ${problem}`);
    if (!seen.has(item.id)) yield item;
    seen.add(item.id);
  }
}

/**
 * Sends a request that is answered with a module.
 *
 * @returns Null for an empty answer, which does not show whether the module is configured.
 * @throws {UnexpectedAnswerError} if the answer has members, and none is the module's.
 */
export async function requestModule(
  api: Client,
  definition: SingletonDefinition,
  request: ApiRequest,
): Promise<WireObject | null> {
  const answer = await api.request(request);
  if (answer === null || Object.keys(answer).length === 0) return null;
  return accepted(request, answer, moduleProblem(definition, answer) ?? placeProblem(request, answer));
}

/** Why an answer is not the module, if it is not: one that is in force has all that a create requires. */
function moduleProblem({ fields, switchedBy }: SingletonDefinition, answer: WireObject): string | undefined {
  if (!memberNames(fields).some((name) => name in answer)) return "the answer has no member of the module";
  const missing = requiredMembers(fields).find((name) => !isSet(answer[name]));
  return answer[switchedBy] === true && missing !== undefined ? `the answer has no ${missing}` : undefined;
}

/**
 * Sends a request that deletes something.
 *
 * @throws {UnexpectedAnswerError} if the answer has a body: the reference documents none.
 */
export async function requestDeletion(api: Client, path: ApiRequest["path"]): Promise<void> {
  const request = { method: "DELETE", path } as const;
  const answer = await api.request(request);
  if (answer !== null) throw unexpected(request, "the answer has a body, and so does not confirm the deletion");
}

/** The error of an answer that is not what the request asks for. */
export const unexpected = (request: ApiRequest, problem: string): UnexpectedAnswerError =>
  new UnexpectedAnswerError(`${operationOf(request)}: ${problem}`);

function accepted(request: ApiRequest, answer: WireObject | null, problem: string | undefined): WireObject {
  if (answer !== null && problem === undefined) return answer;
  throw unexpected(request, problem ?? EMPTY);
}

const EMPTY = "the answer is empty";

/** Why an answer is not an object of the collection, if it is not. */
function objectProblem({ fields }: CollectionDefinition, answer: unknown): string | undefined {
  if (!isObject(answer)) return EMPTY;
  if (typeof answer.id !== "string" || answer.id === "") return "the answer has no id";
  if (!isId(answer.id)) return "the id in the answer is not well-formed";
  const missing = requiredMembers(fields).find((name) => !isSet(answer[name]));
  return missing === undefined ? undefined : `the answer has no ${missing}`;
}

/** Whether a value can be the id of an object. */
export const isId = (id: unknown): id is string => typeof id === "string" && formatProblem("id", id) === undefined;

/** Why an answer cannot be about what stands at the request's path, if it cannot. */
function placeProblem({ path }: ApiRequest, answer: WireObject | null): string | undefined {
  const params = ("template" in path && path.params) || {};
  const isOther = Object.entries(params).some(([name, id]) => isSet(answer?.[name]) && answer?.[name] !== id);
  return isOther ? "the answer is about another object" : undefined;
}
