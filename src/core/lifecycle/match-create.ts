import type { ApiRequest, Client } from "../client/types";
import { snakeCase } from "../schema/case";
import { type CollectionDefinition, collectionPath } from "../schema/definition";
import { equal } from "../schema/diff";
import { bodyRows, pathKeys } from "../schema/field";
import { merge } from "../schema/merge";
import { isSet, type Values } from "../schema/values";
import { createBody } from "../schema/wire";
import { requestNew, unexpected } from "./answers";
import type { Created, Found } from "./resource";

/** A create: what it asks for, when it began, and what is sent. */
export interface Create {
  readonly inputs: Values;
  readonly started: Moment;
  readonly request: ApiRequest;
}

/** A create of a collection, which begins now. */
export function createOf({ path, fields }: CollectionDefinition, inputs: Values): Create {
  const params = Object.fromEntries(pathKeys(fields).map((key) => [snakeCase(key), String(inputs[key])]));
  const address = { template: collectionPath(path), params };
  const request = { method: "POST", path: address, body: createBody(fields, inputs) } as const;
  return { inputs, started: { wallMs: Date.now(), steadyMs: performance.now() }, request };
}

/** A moment by both clocks of this machine: the one of the wall may be set, the steady one stands still while the machine sleeps. */
interface Moment {
  readonly wallMs: number;
  readonly steadyMs: number;
}

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
 * @throws {UnexpectedAnswerError} if the answer is not the object that the request made: one that is neither as asked nor
 * new was there before, and would be deleted with the resource.
 */
export async function requestCreate(api: Client, definition: CollectionDefinition, create: Create): Promise<Created> {
  const made = await requestNew(api, definition, create.request);
  if (!("madeAtMs" in made) || isOwn(definition, create, made)) return made;
  throw unexpected(create.request, "the answer is about another object");
}

/** Clocks may differ by more than they should, so that an object as asked counts as the new one, if anything was asked. */
function isOwn(definition: CollectionDefinition, create: Create, found: Found): boolean {
  const age = wallTimesOf(create.started).earliestMs - found.madeAtMs;
  if (age <= CLOCK_TOLERANCE_MS) return true;
  const isComparable = bodyRows(definition.fields).some(([key, row]) => isSet(create.inputs[key]) && !row.writeOnly);
  return isAsAsked(definition, create, found) && (isComparable || !(age > LONG_AGO_MS));
}

/** Whether an object was made after a create began; `undefined` if that is so only if the machine has slept meanwhile. */
export function isNew({ started }: Create, { madeAtMs }: Found): boolean | undefined {
  const { earliestMs, latestMs } = wallTimesOf(started);
  if (latestMs - madeAtMs <= CLOCK_TOLERANCE_MS) return true;
  return earliestMs - madeAtMs <= CLOCK_TOLERANCE_MS ? undefined : false;
}

/** Whether an object is as a create asked, in all that answers show. */
export function isAsAsked({ fields }: CollectionDefinition, { inputs }: Create, { values }: Found): boolean {
  const state = merge(fields, inputs, values);
  return bodyRows(fields).every(([key, row]) => equal(row, inputs[key], state[key]));
}
