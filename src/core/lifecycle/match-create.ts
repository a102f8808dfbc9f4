import {
  asKnown,
  CancelledError,
  type EdgeIngressError,
  ForeignAnswerError,
  OutcomeUnknownError,
  TimeoutError,
  UnexpectedAnswerError,
} from "../client/errors";
import type { Client } from "../client/types";
import { snakeCase } from "../schema/case";
import {
  type CollectionDefinition,
  collectionPath,
  type ListedDefinition,
} from "../schema/definition";
import { equal } from "../schema/diff";
import { bodyRows, pathKeys } from "../schema/field";
import { merge } from "../schema/merge";
import { isSet, type Values } from "../schema/values";
import { createBody } from "../schema/wire";
import { listed, requestNew, unexpected } from "./answers";
import {
  type Attempt,
  type Create,
  type Creates,
  type Looked,
  UnfinishedCreatesError,
} from "./creates";
import type { Api, Created, Found } from "./resource";

/** A create of a collection, which begins now. */
export function createOf({ path, fields }: CollectionDefinition, inputs: Values): Create {
  const params = Object.fromEntries(
    pathKeys(fields).map((key) => [snakeCase(key), String(inputs[key])]),
  );
  const address = { template: collectionPath(path), params };
  const request = { method: "POST", path: address, body: createBody(fields, inputs) } as const;
  return { inputs, started: { wallMs: Date.now(), steadyMs: performance.now() }, request };
}

/**
 * When a moment was, by the wall clock as it is set now. If that clock has run ahead of the steady one, it was set forward, or
 * the machine has slept: then the moment was at one of the two times. A clock that has fallen behind was set back.
 */
function wallTimesOf({ wallMs, steadyMs }: Create["started"]) {
  const latestMs = Date.now() - (performance.now() - steadyMs);
  return { earliestMs: Math.min(wallMs, latestMs), latestMs };
}

/** How far the clocks of the service's machines may be apart. */
const CLOCK_TOLERANCE_MS = 2_000;

/** How far the clocks may be apart if answers have no date. */
const LONG_AGO_MS = 24 * 3_600_000;

/** Refuses an object that is neither as asked nor new: it was there before, and would be deleted with the resource. */
export async function requestCreate(
  api: Client,
  definition: CollectionDefinition,
  create: Create,
): Promise<Created> {
  const made = await requestNew(api, definition, create.request);
  if (!("madeAtMs" in made) || isOwn(definition, create, made)) return made;
  throw unexpected(create.request, "the answer is about another object");
}

/** Clocks may differ by more than they should, so that an object as asked counts as the new one, if anything was asked. */
function isOwn(definition: CollectionDefinition, create: Create, found: Found): boolean {
  const age = wallTimesOf(create.started).earliestMs - found.madeAtMs;
  if (age <= CLOCK_TOLERANCE_MS) return true;
  const isComparable = bodyRows(definition.fields).some(
    ([key, row]) => isSet(create.inputs[key]) && !row.writeOnly,
  );
  return isAsAsked(definition, create, found) && (isComparable || !(age > LONG_AGO_MS));
}

/** Whether an object was made after a create began; `undefined` if that is so only if the machine has slept meanwhile. */
function isNew({ started }: Create, { madeAtMs }: Found): boolean | undefined {
  const { earliestMs, latestMs } = wallTimesOf(started);
  if (latestMs - madeAtMs <= CLOCK_TOLERANCE_MS) return true;
  return earliestMs - madeAtMs <= CLOCK_TOLERANCE_MS ? undefined : false;
}

/** Whether an object is as a create asked, in all that answers show. */
function isAsAsked(
  { fields }: CollectionDefinition,
  { inputs }: Create,
  { values }: Found,
): boolean {
  const state = merge(fields, inputs, values);
  return bodyRows(fields).every(([key, row]) => equal(row, inputs[key], state[key]));
}

/** A create that has lost its answer, and can be sent again. */
interface LostCreate {
  readonly definition: ListedDefinition;
  readonly creates: Creates;
  readonly attempt: Attempt;
  send(): Promise<Created>;
}

/**
 * The object of a create whose outcome is unknown: one of those in the list that are as asked and new, if they are as many as
 * the creates that have asked for just that and have lost their answers. If there are fewer, others may still come while the
 * service may be at work on the requests. If there is none even then, the create is sent once more. The outcome
 * stays unknown if there are more, or fewer to the end, if the list does not answer, or the time does not suffice.
 */
export async function findCreated(
  api: Api,
  create: LostCreate,
  cause: EdgeIngressError,
): Promise<Created> {
  const first = await look(api, create, cause);
  if (first?.taken) return first.taken;
  // After a timeout of its own, the attempt is over already.
  const isSettled = cause instanceof TimeoutError || (await settled(api, create, cause));
  if (!isSettled) throw unknownOutcome(cause, adviceFor(api, first));
  const second = await look(api, create, cause);
  if (second?.taken) return second.taken;
  if (second?.free.length !== 0) throw unknownOutcome(cause, adviceFor(api, second));
  return sendAgain(api, create);
}

/** Whether the service can no longer be at work on the create. If the wait is cancelled, the error says what is left open. */
const settled = (api: Api, { attempt }: LostCreate, cause: EdgeIngressError): Promise<boolean> =>
  api.waitUntilSettled(attempt.request).catch((error: unknown) => {
    throw error instanceof CancelledError ? cancelled(cause) : error;
  });

const cancelled = (cause: EdgeIngressError): OutcomeUnknownError =>
  unknownOutcome(cause, "the wait for it was cancelled; look for it, and import or delete it");

/** Whatever has become of this attempt, the first one may have been processed after all. */
async function sendAgain(api: Api, create: LostCreate): Promise<Created> {
  try {
    return await create.send();
  } catch (caught) {
    const error = asKnown(caught);
    const last = await look(api, create, error);
    if (last?.taken) return last.taken;
    throw unknownOutcome(error, adviceFor(api, last));
  }
}

export const unknownOutcome = (cause: EdgeIngressError, nextStep: string): OutcomeUnknownError =>
  new OutcomeUnknownError(`${cause.message}; whether the object was made is unknown: ${nextStep}`);

/** @param looked Nothing if the list could not be read. */
function adviceFor(api: Api, looked: Looked | undefined): string {
  if (!looked)
    return "the list of objects could not be read; look for it, and import or delete it before you run the command again";
  const ids = idsOf(looked.free);
  return ids.length === 0
    ? "the list does not show it; run the command again, then check for a duplicate"
    : `the list shows ${ids.join(", ")}, too few for all such creates; ${howToChoose(api, ids)}`;
}

const adviceAfterWait = ({ problem }: UnfinishedCreatesError): string =>
  `the list of objects was not read, because ${problem}; look for the object, and import or delete it before you run the command again`;

const howToChoose = (api: Api, [first = ""]: readonly string[]): string =>
  `import the one of this resource or delete those that nothing manages, and run the command again; ${api.howToImport(first)}`;

const idsOf = (objects: readonly Created[]): string[] => objects.map(({ id }) => id);

/** Looks for the object in the list; gives nothing if the list cannot be read. An error says if several objects could be it. */
async function look(
  api: Api,
  create: LostCreate,
  cause: EdgeIngressError,
): Promise<Looked | undefined> {
  const unsure: Created[] = [];
  const find = () => candidatesOf(api, create, unsure);
  const looked = await create.creates.adopt(api, create.attempt, find).catch((error: unknown) => {
    if (error instanceof CancelledError) throw cancelled(cause);
    if (error instanceof UnfinishedCreatesError)
      throw unknownOutcome(cause, adviceAfterWait(error));
    if (cause instanceof UnexpectedAnswerError && error instanceof ForeignAnswerError)
      throw new ForeignAnswerError(
        `${cause.message}; GET ${collectionPath(create.definition.path)} is not answered as the API answers it either, so ` +
          "edge-ingress:baseUrl is probably wrong; if it is right, look for the object before you run the command again",
      );
    return undefined;
  });
  if (!looked) return undefined;
  const { free, lost } = looked;
  const doubtfulIfEnough = free.length === 0 ? unsure : [];
  const doubtful = free.length > lost ? free : doubtfulIfEnough;
  if (doubtful.length === 0) return looked;
  const ids = idsOf(doubtful);
  throw unknownOutcome(cause, `it may be one of ${ids.join(", ")}; ${howToChoose(api, ids)}`);
}

/** @param unsure Takes up the objects that are as asked, and may be older than the create. */
async function candidatesOf(
  api: Api,
  { definition, attempt }: LostCreate,
  unsure: Created[],
): Promise<Created[]> {
  const found: Created[] = [];
  for await (const each of listed(api, definition)) {
    const isFresh = isNew(attempt, each);
    if (isFresh === false || !isAsAsked(definition, attempt, each)) continue;
    (isFresh ? found : unsure).push(each);
  }
  return found;
}
