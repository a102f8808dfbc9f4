import {
  asKnown,
  CancelledError,
  type EdgeIngressError,
  ForeignAnswerError,
  OutcomeUnknownError,
  TimeoutError,
  UnexpectedAnswerError,
} from "../client/errors";
import { collectionPath, type ListedDefinition } from "../schema/definition";
import { listed } from "./answers";
import type { Attempt, Creates } from "./creates";
import { type Create, isAsAsked, isNew } from "./match-create";
import type { Api, Created } from "./resource";

/** A create that has lost its answer, and can be sent again. */
export interface LostCreate extends Create {
  readonly definition: ListedDefinition;
  readonly creates: Creates;
  readonly attempt: Attempt;
  send(): Promise<Created>;
}

/**
 * The object of a create whose outcome is unknown: one of those in the list that are as asked and new, if they are as many as
 * the creates that have asked for just that and have lost their answers. If there are fewer, others may still come while the
 * service may be at work on the requests. If there is none even then, the create is sent once more.
 *
 * @throws {OutcomeUnknownError} if there are more, or fewer to the end, if the list does not answer, or the time does not
 * suffice.
 * @throws {ForeignAnswerError} if neither answer is one of the API's.
 */
export async function findCreated(api: Api, create: LostCreate, cause: EdgeIngressError): Promise<Created> {
  const first = await look(api, create, cause);
  if (first.found) return first.found;
  // After a timeout of its own, the attempt is over already.
  const isSettled = cause instanceof TimeoutError || (await settled(api, create, cause));
  if (!isSettled) throw unknownOutcome(cause, adviceFor(api, first));
  const second = await look(api, create, cause);
  if (second.found) return second.found;
  if (!second.isReadable || second.candidates.length > 0) throw unknownOutcome(cause, adviceFor(api, second));
  return sendAgain(api, create);
}

/** Whether the service can no longer be at work on the create. If the wait is cancelled, the error says what is left open. */
async function settled(api: Api, { request }: Create, cause: EdgeIngressError): Promise<boolean> {
  try {
    return await api.waitUntilSettled(request);
  } catch (error) {
    throw error instanceof CancelledError ? cancelled(cause) : error;
  }
}

const cancelled = (cause: EdgeIngressError): OutcomeUnknownError =>
  unknownOutcome(cause, "the wait for it was cancelled; look for it, and import or delete it");

/** Whatever has become of this attempt, the first one may have been processed after all. */
async function sendAgain(api: Api, create: LostCreate): Promise<Created> {
  try {
    return await create.send();
  } catch (caught) {
    const error = asKnown(caught);
    const last = await look(api, create, error);
    if (last.found) return last.found;
    throw unknownOutcome(error, adviceFor(api, last));
  }
}

/** The error of a create with an unknown outcome. */
export const unknownOutcome = (cause: EdgeIngressError, nextStep: string): OutcomeUnknownError =>
  new OutcomeUnknownError(`${cause.message}; whether the object was made is unknown: ${nextStep}`);

/** What a look into the list has shown: the object, what may be it and cannot be told, or nothing. */
interface Look {
  readonly found?: Created | undefined;
  readonly candidates: readonly string[];
  readonly isReadable: boolean;
}

function adviceFor(api: Api, { candidates, isReadable }: Look): string {
  if (candidates.length > 0)
    return `the list shows ${candidates.join(", ")}, too few for all such creates; ${howToChoose(api, candidates)}`;
  return isReadable
    ? "the list does not show it; run the command again, then check for a duplicate"
    : "the list of objects could not be read; look for it, and import or delete it before you run the command again";
}

const howToChoose = (api: Api, [first = ""]: readonly string[]): string =>
  `import the one of this resource or delete those that nothing manages, and run the command again; ${api.howToImport(first)}`;

/**
 * @throws {OutcomeUnknownError} if there are more candidates than lost creates.
 * @throws {ForeignAnswerError} if neither the create nor the list has got an answer of the API's.
 */
async function look(api: Api, create: LostCreate, cause: EdgeIngressError): Promise<Look> {
  const unsure: Created[] = [];
  const looked = await create.creates
    .adopt(api, create.attempt, () => candidatesOf(api, create, unsure))
    .catch((error: unknown) => {
      if (error instanceof CancelledError) throw cancelled(cause);
      if (cause instanceof UnexpectedAnswerError && error instanceof ForeignAnswerError)
        throw ForeignAnswerError.ofCreate(cause, collectionPath(create.definition.path));
      return undefined;
    });
  if (!looked) return { candidates: [], isReadable: false };
  const { free, lost, taken } = looked;
  const candidates = free.map(({ id }) => id);
  const doubtful = free.length > lost ? candidates : free.length === 0 ? unsure.map(({ id }) => id) : [];
  if (doubtful.length > 0)
    throw unknownOutcome(cause, `it may be one of ${doubtful.join(", ")}; ${howToChoose(api, doubtful)}`);
  return { found: taken, candidates, isReadable: true };
}

/** @param unsure Takes up the objects that are as asked, and may be older than the create. */
async function candidatesOf(api: Api, create: LostCreate, unsure: Created[]): Promise<Created[]> {
  const found: Created[] = [];
  for await (const each of listed(api, create.definition)) {
    const isFresh = isNew(create, each);
    if (isFresh === false || !isAsAsked(create.definition, create, each)) continue;
    (isFresh ? found : unsure).push(each);
  }
  return found;
}
