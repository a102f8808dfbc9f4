import type { ApiRequest, Client } from "../client/types";
import { snakeCase } from "../schema/case";
import { type CollectionDefinition, collectionPath } from "../schema/definition";
import { equal } from "../schema/diff";
import { bodyRows, pathKeys } from "../schema/field";
import { merge } from "../schema/merge";
import { isSet, type Values } from "../schema/values";
import { createBody } from "../schema/wire";
import { requestNewObject } from "./requests";
import type { ApiObject, CreatedObject } from "./resource";
import { unexpected } from "./response-checks";

/** A create of an object of a collection. */
export interface Create {
  readonly inputs: Values;
  readonly request: ApiRequest;
  readonly started: Moment;
}

/** A moment by two clocks: the wall clock can be set, and the steady clock stops while the machine sleeps. */
interface Moment {
  readonly wallMs: number;
  readonly steadyMs: number;
}

/** The tolerated difference between the clocks of the service's machines. */
const CLOCK_TOLERANCE_MS = 2_000;

/** The tolerated age of an object whose response shows none of the requested values, which could confirm that it is new. */
const TOLERANCE_WITHOUT_EVIDENCE_MS = 24 * 3_600_000;

/** Begins a create, whose request is not sent yet. */
export function beginCreate({ path, fields }: CollectionDefinition, inputs: Values): Create {
  const params = Object.fromEntries(
    pathKeys(fields).map((key) => [snakeCase(key), String(inputs[key])]),
  );
  const address = { template: collectionPath(path), params };
  return {
    inputs,
    request: { method: "POST", path: address, body: createBody(fields, inputs) },
    started: { wallMs: Date.now(), steadyMs: performance.now() },
  };
}

/**
 * Sends a create.
 *
 * @throws {UnexpectedResponseError} if the response is about an object that existed before: the resource would delete it later.
 */
export async function requestCreate(
  api: Client,
  definition: CollectionDefinition,
  create: Create,
): Promise<CreatedObject> {
  const object = await requestNewObject(api, definition, create.request);
  if ("createdAtMs" in object && !isCreatedBy(definition, create, object))
    throw unexpected(create.request, "the answer is about another object");
  return object;
}

/**
 * True if an object is the new object of a create. Clocks may differ by more than they should, so an older object counts as the new one if
 * it has the requested values. The age of an object without a creation time is NaN, so its values alone decide.
 */
function isCreatedBy(definition: CollectionDefinition, create: Create, object: ApiObject): boolean {
  const ageMs = possibleTimes(create.started).earliestMs - object.createdAtMs;
  if (ageMs <= CLOCK_TOLERANCE_MS) return true;
  if (!hasRequestedValues(definition, create, object)) return false;
  const showsRequest = bodyRows(definition.fields).some(
    ([key, row]) => isSet(create.inputs[key]) && !row.writeOnly,
  );
  const isTooOld = ageMs > TOLERANCE_WITHOUT_EVIDENCE_MS;
  return showsRequest || !isTooOld;
}

/** "perhaps" if the object is newer only if the machine has slept since the create began. */
export function isNewerThan(create: Create, { createdAtMs }: ApiObject): boolean | "perhaps" {
  const { earliestMs, latestMs } = possibleTimes(create.started);
  if (latestMs - createdAtMs <= CLOCK_TOLERANCE_MS) return true;
  return earliestMs - createdAtMs <= CLOCK_TOLERANCE_MS ? "perhaps" : false;
}

/** Compares an object with the arguments of a create, in all fields that responses show. */
export function hasRequestedValues(
  { fields }: CollectionDefinition,
  { inputs }: Create,
  { values }: ApiObject,
): boolean {
  const state = merge(fields, inputs, values);
  return bodyRows(fields).every(([key, row]) => equal(row, inputs[key], state[key]));
}

/**
 * The possible times of a moment by the wall clock as it is set now. If the wall clock has run ahead of the steady clock, it was set forward,
 * and `latestMs` is right, or the machine has slept, and `wallMs` is. If it has fallen behind, it was set back, and `latestMs` is right.
 */
function possibleTimes({ wallMs, steadyMs }: Moment) {
  const latestMs = Date.now() - (performance.now() - steadyMs);
  return { earliestMs: Math.min(wallMs, latestMs), latestMs };
}
