import {
  asProviderError,
  CancelledError,
  type EdgeIngressError,
  ForeignResponseError,
  OutcomeUnknownError,
  TimeoutError,
  UnexpectedResponseError,
} from "../client/errors";
import { collectionPath, type ListedDefinition } from "../schema/definition";
import { type Create, hasRequestedValues, isNewerThan } from "./created-object";
import { type Candidates, type Creates, type Matches, UnfinishedCreatesError } from "./creates";
import { listObjects } from "./requests";
import type { Api, CreatedObject } from "./resource";

/** A create with an unknown outcome, of a collection that has a list. */
interface UnknownCreate {
  readonly definition: ListedDefinition;
  readonly creates: Creates;
  readonly create: Create;
  /** Sends the create once more. */
  send(): Promise<CreatedObject>;
}

/**
 * Finds the object of a create with an unknown outcome, or sends the create once more:
 *
 * | The list contains | Next step |
 * | --- | --- |
 * | candidates, at most as many as equal creates with an unknown outcome | claim one |
 * | more candidates, or only objects that are perhaps older than the create | fail, and name them |
 * | no candidate, or the list fails | wait until the service cannot be processing the request any more, and list again |
 * | no candidate even then | send the create again; if that fails, list a last time |
 * | nothing, because the list fails twice or there is no time to wait | fail, and state what to look for |
 *
 * @param cause The failure of the create.
 * @throws {OutcomeUnknownError} with what is known, and what to do.
 * @throws {ForeignResponseError} if neither the create nor the list has a response as the API has it.
 */
export async function resolveUnknownOutcome(
  api: Api,
  unknown: UnknownCreate,
  cause: EdgeIngressError,
): Promise<CreatedObject> {
  const first = await lookUp(api, unknown, cause);
  if (first?.claimed) return first.claimed;
  if (!(await canStillList(api, unknown, cause)))
    throw toUnknownOutcomeError(cause, adviceAfter(first));
  const second = await lookUp(api, unknown, cause);
  if (second?.claimed) return second.claimed;
  if (!second) throw toUnknownOutcomeError(cause, LIST_UNREADABLE);
  return sendAgain(api, unknown);
}

/** Waits until the service cannot be processing the create any more; false if the operation does not have that much time. */
async function canStillList(
  api: Api,
  { create }: UnknownCreate,
  cause: EdgeIngressError,
): Promise<boolean> {
  // The timeout of a response is as long as the service can process a request. If the operation has no more time, the second lookup fails.
  if (cause instanceof TimeoutError) return true;
  try {
    return await api.waitForProcessingToEnd(create.request);
  } catch (error) {
    throw error instanceof CancelledError ? afterCancellation(cause) : error;
  }
}

/** Whatever becomes of this attempt, the service may have processed the first one. */
async function sendAgain(api: Api, unknown: UnknownCreate): Promise<CreatedObject> {
  try {
    return await unknown.send();
  } catch (caught) {
    const error = asProviderError(caught);
    const last = await lookUp(api, unknown, error);
    if (last?.claimed) return last.claimed;
    throw toUnknownOutcomeError(error, adviceAfter(last));
  }
}

/**
 * Looks for the object in the list of the collection.
 *
 * @returns undefined if the list cannot be read, and a second lookup may succeed.
 * @throws {EdgeIngressError} if objects may be the object of the create and nothing shows which, or if no other lookup can help.
 */
async function lookUp(
  api: Api,
  unknown: UnknownCreate,
  cause: EdgeIngressError,
): Promise<Candidates | undefined> {
  const findMatches = () => listMatches(api, unknown);
  const { creates, create } = unknown;
  const candidates = await creates
    .claimMatch(api, create, api.claims, findMatches)
    .catch((error: unknown) => {
      const failure = toLookupError(unknown, cause, error);
      if (failure) throw failure;
      return undefined;
    });
  const ids = candidates?.doubtful.map(({ id }) => id) ?? [];
  const [first] = ids;
  if (first === undefined) return candidates;
  const choice = "import the one of this resource or delete those that nothing manages";
  const howToImport = api.howToImport(first);
  throw toUnknownOutcomeError(
    cause,
    `it may be one of ${ids.join(", ")}; ${choice}, and run the command again; ${howToImport}`,
  );
}

/** Lists the objects that have the values of a create, and that are newer than the create. */
async function listMatches(api: Api, { definition, create }: UnknownCreate): Promise<Matches> {
  const newer: CreatedObject[] = [];
  const perhapsOlder: CreatedObject[] = [];
  for await (const object of listObjects(api, definition)) {
    const isNewer = isNewerThan(create, object);
    if (!isNewer || !hasRequestedValues(definition, create, object)) continue;
    if (isNewer === "perhaps") perhapsOlder.push(object);
    else newer.push(object);
  }
  return { newer, perhapsOlder };
}

/** Returns the error to report if the lookup fails. Undefined if a second lookup may succeed. */
function toLookupError(
  { definition }: UnknownCreate,
  cause: EdgeIngressError,
  error: unknown,
): EdgeIngressError | undefined {
  if (error instanceof CancelledError) return afterCancellation(cause);
  if (error instanceof UnfinishedCreatesError)
    return toUnknownOutcomeError(
      cause,
      `the list of objects does not show it, because ${error.problem}; ${LOOK_FIRST}`,
    );
  if (cause instanceof UnexpectedResponseError && error instanceof ForeignResponseError)
    return new ForeignResponseError(
      `${cause.message}; GET ${collectionPath(definition.path)} is not answered as the API answers it either, so ` +
        "edge-ingress:baseUrl is probably wrong; if it is right, look for the object before you run the command again",
    );
  return undefined;
}

const LOOK_FIRST = "look for it, and import or delete it before you run the command again";

const LIST_UNREADABLE = `the list of objects could not be read; ${LOOK_FIRST}`;

const adviceAfter = (candidates: Candidates | undefined): string =>
  candidates
    ? "the list does not show it; run the command again, then check for a duplicate"
    : LIST_UNREADABLE;

const afterCancellation = (cause: EdgeIngressError): OutcomeUnknownError =>
  toUnknownOutcomeError(
    cause,
    "the wait for it was cancelled; look for it, and import or delete it",
  );

export const toUnknownOutcomeError = (
  cause: EdgeIngressError,
  nextStep: string,
): OutcomeUnknownError =>
  new OutcomeUnknownError(`${cause.message}; whether the object was made is unknown: ${nextStep}`);
