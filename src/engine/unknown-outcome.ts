import type { ApiRequest } from "../client/client";
import {
  type EdgeIngressError,
  ForeignAnswerError,
  HttpError,
  NetworkError,
  OutcomeUnknownError,
  TimeoutError,
  UnexpectedAnswerError,
} from "../client/errors";
import { pages } from "../client/pages";
import type { Creates } from "./creates";
import { bodyRows, type Table } from "./field";
import { equal } from "./normal";
import { project } from "./project";
import type { Api, Created } from "./resource";
import type { Values, WireObject } from "./values";
import { fromAnswer } from "./wire";

/** A collection that can be listed. */
export interface Listed {
  readonly path: string;
  /** Name of the array in an answer. */
  readonly member: string;
  readonly fields: Table;
  readonly creates: Creates;
}

/** A create: what is asked for, when it began by this machine's clock, and how it is sent. */
export interface Create {
  readonly inputs: Values;
  readonly startedAtMs: number;
  readonly request: ApiRequest;
  send(): Promise<Created>;
}

/** How far the clocks of the service's machines may be apart. */
const CLOCK_TOLERANCE_MS = 2_000;

/** Whether a request that failed so may have been processed all the same. */
export function mayHaveBeenProcessed(error: unknown): error is EdgeIngressError {
  if (error instanceof HttpError) return error.status >= 500 || error.status === 408;
  if (error instanceof NetworkError) return error.mayBeProcessed;
  return error instanceof TimeoutError || error instanceof UnexpectedAnswerError;
}

/**
 * The object of a create whose outcome is unknown: the only one in the list that is as asked and new. Where there is
 * none, and none comes while the service may still be at work on the request, the create is sent once more.
 *
 * @throws {OutcomeUnknownError} if there are several, the list does not answer, or the time does not suffice.
 * @throws {ForeignAnswerError} if neither answer is one of the API's.
 */
export async function findCreated(api: Api, listed: Listed, create: Create, cause: EdgeIngressError): Promise<Created> {
  const found = await look(api, listed, create, cause);
  if (typeof found === "object") return found;
  // After a timeout of its own, the attempt is over already.
  const isOver = cause instanceof TimeoutError || (await api.outlast(create.request));
  const late = isOver ? await look(api, listed, create, cause) : found;
  if (typeof late === "object") return late;
  if (!isOver || late === UNREADABLE) throw unknownOutcome(cause, late);
  return sendAgain(api, listed, create);
}

async function sendAgain(api: Api, listed: Listed, create: Create): Promise<Created> {
  try {
    return await create.send();
  } catch (error) {
    if (!mayHaveBeenProcessed(error)) throw error;
    const found = await look(api, listed, create, error);
    if (typeof found === "object") return found;
    throw unknownOutcome(error, found);
  }
}

/** The error of a create of which nobody knows whether it made an object. */
export const unknownOutcome = (cause: EdgeIngressError, nextStep: string): OutcomeUnknownError =>
  new OutcomeUnknownError(`${cause.message}; whether the object was made is unknown: ${nextStep}`);

const notTheApi = (cause: Error, { path }: Listed): ForeignAnswerError =>
  new ForeignAnswerError(
    `${cause.message}; GET ${path} is not answered as the API answers it either, so edge-ingress:baseUrl is probably wrong; ` +
      "if it is right, look for the object before you run the command again",
  );

const NONE_LISTED = "the service lists none; run the command again, and look for two of them afterwards";
const UNREADABLE =
  "the list of objects could not be read; look for it, and import or delete it before you run the command again";

/**
 * The only candidate, or what to do where there is none.
 *
 * @throws {OutcomeUnknownError} if there are several.
 * @throws {ForeignAnswerError} if neither the create nor the list has got an answer of the API's.
 */
async function look(api: Api, listed: Listed, create: Create, cause: EdgeIngressError): Promise<Created | string> {
  const found = await listed.creates
    .adopt(() => candidatesOf(api, listed, create))
    .catch((error: unknown) => {
      if (cause instanceof UnexpectedAnswerError && error instanceof ForeignAnswerError) throw notTheApi(cause, listed);
      return undefined;
    });
  if (!found) return UNREADABLE;
  const [first = NONE_LISTED, ...others] = found;
  if (others.length === 0) return first;
  const ids = found.map(({ id }) => id).join(", ");
  throw unknownOutcome(cause, `it may be one of ${ids}; delete those that nothing manages, and run the command again`);
}

async function candidatesOf(api: Api, listed: Listed, create: Create): Promise<Created[]> {
  const found: Created[] = [];
  for await (const answer of pages(api, listed.path, listed.member)) {
    if (typeof answer.id === "string" && isCandidate(listed, create, answer, api.skewMs()))
      found.push({ id: answer.id, answer });
  }
  return found;
}

function isCandidate(listed: Listed, create: Create, object: WireObject, skewMs: number): boolean {
  const createdAtMs = Date.parse(String(object.created_at)) - skewMs;
  if (!(createdAtMs >= create.startedAtMs - CLOCK_TOLERANCE_MS)) return false;
  const state = project(listed.fields, create.inputs, fromAnswer(listed.fields, object));
  return bodyRows(listed.fields).every(([key, row]) => equal(row, create.inputs[key], state[key]));
}
