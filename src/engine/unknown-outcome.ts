import {
  type EdgeIngressError,
  HttpError,
  NetworkError,
  OutcomeUnknownError,
  TimeoutError,
  UnexpectedAnswerError,
} from "../client/errors";
import { pages } from "../client/pages";
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
  /** Ids of the objects that this process has made, so that none is taken for another's. */
  readonly made: ReadonlySet<string>;
}

/** A create that failed: what was asked for, when by this machine's clock, and how it failed. */
export interface FailedCreate {
  readonly inputs: Values;
  readonly startedAtMs: number;
  readonly cause: EdgeIngressError;
}

/** How far the clocks of the service's machines may be apart. */
const CLOCK_TOLERANCE_MS = 2_000;

/** Whether a POST that failed so may have made its object all the same. */
export function mayHaveBeenProcessed(error: unknown): error is EdgeIngressError {
  if (error instanceof HttpError) return error.status >= 500 || error.status === 408;
  if (error instanceof NetworkError) return error.mayBeProcessed;
  return error instanceof TimeoutError || error instanceof UnexpectedAnswerError;
}

/**
 * The object that a POST made whose outcome is unknown: the only one in the list that is as asked, is new, and that no
 * other create of this process has made. The POST is not sent again.
 *
 * @throws {OutcomeUnknownError} if there is none or there are several, or the list does not answer.
 */
export async function findCreated(api: Api, listed: Listed, failed: FailedCreate): Promise<Created> {
  const candidates = await candidatesOf(api, listed, failed).catch(() => undefined);
  const [only, ...others] = candidates ?? [];
  if (only && others.length === 0) return { id: String(only.id), answer: only };
  throw unknownOutcome(failed.cause, advice(candidates?.map(({ id }) => String(id))));
}

/** The error of a create of which nobody knows whether it made an object. */
export const unknownOutcome = (cause: EdgeIngressError, nextStep: string): OutcomeUnknownError =>
  new OutcomeUnknownError(`${cause.message}; whether the object was made is unknown: ${nextStep}`);

async function candidatesOf(api: Api, listed: Listed, failed: FailedCreate): Promise<WireObject[]> {
  const found: WireObject[] = [];
  for await (const object of pages(api, listed.path, listed.member)) {
    if (isCandidate(listed, failed, object, api.skewMs())) found.push(object);
  }
  return found;
}

function isCandidate(listed: Listed, failed: FailedCreate, object: WireObject, skewMs: number): boolean {
  if (typeof object.id !== "string" || listed.made.has(object.id)) return false;
  const createdAtMs = Date.parse(String(object.created_at)) - skewMs;
  if (!(createdAtMs >= failed.startedAtMs - CLOCK_TOLERANCE_MS)) return false;
  const state = project(listed.fields, failed.inputs, fromAnswer(listed.fields, object));
  return bodyRows(listed.fields).every(([key, row]) => equal(row, failed.inputs[key], state[key]));
}

function advice(ids: readonly string[] | undefined): string {
  if (ids === undefined) return "the list of objects could not be read; look for it before you run the command again";
  if (ids.length === 0) return "the service lists none; run the command again, and look for two of them afterwards";
  return `it may be one of ${ids.join(", ")}; delete those that nothing manages, and run the command again`;
}
