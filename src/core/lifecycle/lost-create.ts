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
import type { Attempt, Creates, Looked } from "./creates";
import { isAsAsked, isNew } from "./match-create";
import type { Api, Created } from "./resource";

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
 * service may be at work on the requests. If there is none even then, the create is sent once more.
 *
 * @throws {OutcomeUnknownError} if there are more, or fewer to the end, if the list does not answer, or the time does not
 * suffice.
 * @throws {ForeignAnswerError} if neither answer is one of the API's.
 */
export async function findCreated(api: Api, create: LostCreate, cause: EdgeIngressError): Promise<Created> {
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

/** The error of a create with an unknown outcome. */
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

const howToChoose = (api: Api, [first = ""]: readonly string[]): string =>
  `import the one of this resource or delete those that nothing manages, and run the command again; ${api.howToImport(first)}`;

const idsOf = (objects: readonly Created[]): string[] => objects.map(({ id }) => id);

/** Looks for the object in the list; gives nothing if the list cannot be read. It is an error if nobody can tell which one it is. */
async function look(api: Api, create: LostCreate, cause: EdgeIngressError): Promise<Looked | undefined> {
  const unsure: Created[] = [];
  const find = () => candidatesOf(api, create, unsure);
  const looked = await create.creates.adopt(api, create.attempt, find).catch((error: unknown) => {
    if (error instanceof CancelledError) throw cancelled(cause);
    if (cause instanceof UnexpectedAnswerError && error instanceof ForeignAnswerError)
      throw new ForeignAnswerError(
        `${cause.message}; GET ${collectionPath(create.definition.path)} is not answered as the API answers it either, so ` +
          "edge-ingress:baseUrl is probably wrong; if it is right, look for the object before you run the command again",
      );
    return undefined;
  });
  if (!looked) return undefined;
  const { free, lost } = looked;
  const doubtful = free.length > lost ? free : free.length === 0 ? unsure : [];
  if (doubtful.length === 0) return looked;
  const ids = idsOf(doubtful);
  throw unknownOutcome(cause, `it may be one of ${ids.join(", ")}; ${howToChoose(api, ids)}`);
}

/** @param unsure Takes up the objects that are as asked, and may be older than the create. */
async function candidatesOf(api: Api, { definition, attempt }: LostCreate, unsure: Created[]): Promise<Created[]> {
  const found: Created[] = [];
  for await (const each of listed(api, definition)) {
    const isFresh = isNew(attempt, each);
    if (isFresh === false || !isAsAsked(definition, attempt, each)) continue;
    (isFresh ? found : unsure).push(each);
  }
  return found;
}
