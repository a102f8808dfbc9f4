import type { ApiRequest, Client } from "../client/types";
import type { CollectionDefinition } from "../schema/definition";
import { equal } from "../schema/diff";
import { bodyRows, wireName } from "../schema/field";
import { merge } from "../schema/merge";
import { isSet, type Values, type WireObject } from "../schema/values";
import { fromAnswer, MemberError } from "../schema/wire";
import { isId, objectIn, unexpected } from "./answers";
import type { Created } from "./resource";

/** A create: what it asks for, when it began, and what is sent. */
export interface Create {
  readonly inputs: Values;
  readonly started: Moment;
  readonly request: ApiRequest;
}

/** A moment by both clocks of this machine: the one of the wall may be set, the steady one stands still while the machine sleeps. */
export interface Moment {
  readonly wallMs: number;
  readonly steadyMs: number;
}

export const thisMoment = (): Moment => ({ wallMs: Date.now(), steadyMs: performance.now() });

/**
 * When a moment was, by the wall clock as it is set now. If that clock has run ahead of the steady one, it was set forward, or
 * the machine has slept: then the moment was at one of the two times. A clock that has fallen behind was set back.
 */
function wallTimesOf({ wallMs, steadyMs }: Moment): { readonly earliestMs: number; readonly latestMs: number } {
  const latestMs = Date.now() - (performance.now() - steadyMs);
  return { earliestMs: Math.min(wallMs, latestMs), latestMs };
}

/** How far the clocks of the service's machines may be apart. */
const CLOCK_TOLERANCE_MS = 2_000;

/** How far the clocks may be apart if answers have no date. */
const LONG_AGO_MS = 24 * 3_600_000;

/**
 * Sends a create. An answer with an id and a member that cannot be read is passed on: the object is there.
 *
 * @throws {UnexpectedAnswerError} if the answer is not the object that the request made: one that is neither as asked nor
 * new was there before, and would be deleted with the resource.
 */
export async function requestCreate(api: Client, definition: CollectionDefinition, create: Create): Promise<Created> {
  const answer = await api.request(create.request);
  if (answer !== null && !isReadable(definition, answer)) {
    if (isId(answer.id)) return { id: answer.id, answer };
    throw unexpected(create.request, "the answer has no well-formed id");
  }
  const object = objectIn(answer, definition, create.request);
  if (!isOwn(definition, create, object, api.skewMs(object)))
    throw unexpected(create.request, "the answer is about another object");
  return { id: String(object.id), answer: object };
}

/** Clocks may differ by more than they should, so that an object as asked counts as the new one, if anything was asked. */
function isOwn(definition: CollectionDefinition, create: Create, object: WireObject, skewMs: number): boolean {
  const age = wallTimesOf(create.started).earliestMs - madeAtMs(definition, object, skewMs);
  if (age <= CLOCK_TOLERANCE_MS) return true;
  const isComparable = bodyRows(definition.fields).some(([key, row]) => isSet(create.inputs[key]) && !row.writeOnly);
  return isAsAsked(definition, create, object) && (isComparable || !(age > LONG_AGO_MS));
}

function isReadable({ fields }: CollectionDefinition, answer: WireObject): boolean {
  try {
    fromAnswer(fields, answer);
    return true;
  } catch (error) {
    if (error instanceof MemberError) return false;
    throw error;
  }
}

/**
 * Whether an object was made after a create began; `undefined` if that is so only if the machine has slept meanwhile. `skewMs`
 * is how far the service's clock is ahead.
 */
export function isNew(
  definition: CollectionDefinition,
  { started }: Create,
  object: WireObject,
  skewMs: number,
): boolean | undefined {
  const { earliestMs, latestMs } = wallTimesOf(started);
  const madeMs = madeAtMs(definition, object, skewMs);
  if (latestMs - madeMs <= CLOCK_TOLERANCE_MS) return true;
  return earliestMs - madeMs <= CLOCK_TOLERANCE_MS ? undefined : false;
}

/** When an object was made, by this machine's wall clock; not a number if it does not show that. */
function madeAtMs({ fields, madeAt }: CollectionDefinition, object: WireObject, skewMs: number): number {
  const row = fields[madeAt];
  return Date.parse(String(row && object[wireName(madeAt, row)])) - skewMs;
}

/** Whether an object is as a create asked, in all that answers show. */
export function isAsAsked({ fields }: CollectionDefinition, { inputs }: Create, object: WireObject): boolean {
  const state = merge(fields, inputs, fromAnswer(fields, object));
  return bodyRows(fields).every(([key, row]) => equal(row, inputs[key], state[key]));
}
