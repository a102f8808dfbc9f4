import { isObject } from "../schema/values";
import type { Answer } from "./answer";
import {
  asKnown,
  EdgeIngressError,
  ForeignAnswerError,
  type HttpError,
  isMissing,
  StillThereError,
} from "./errors";
import { pages } from "./pages";
import { type Operation, operationOf, type Shared, sendWithRetries } from "./send";
import { SharedLookup } from "./shared-lookup";
import type { ApiRequest, ListedCollection } from "./types";

/** A collection, with the ids of its objects. */
interface Collection extends ListedCollection {
  readonly ids: SharedLookup<ReadonlySet<unknown>>;
}

/** What the path of an object shows, after a 404 for it. */
interface Shown {
  readonly answer: Answer;
}

/**
 * Decides whether a 404 counts. A gateway, a proxy, or whatever is at a wrong base URL may answer 404 as well, perhaps for a
 * moment in the middle of a run, and the reference does not show the body of the API's own 404. So a 404 counts only if the API
 * has responded successfully after it, and the object is still missing: in the list of its collection, or at its path if
 * its collection has no list.
 */
export class Verification {
  /** Whether the API responds: the list that every account has. */
  private readonly presence: SharedLookup<void>;
  private readonly collections: readonly Collection[];

  constructor(private readonly shared: Shared) {
    const { clock, options } = shared;
    this.presence = new SharedLookup(clock, (operation) => this.requestList(operation));
    this.collections = options.collections.map((collection) => ({
      ...collection,
      ids: new SharedLookup(clock, (operation) => this.requestIds(collection, operation)),
    }));
  }

  /**
   * Makes sure that an object is missing, as a part of the operation that has got a 404 for it. Gives what a second GET shows,
   * if that finds the object.
   *
   * @throws {ForeignAnswerError} if the 404 does not count.
   */
  async verifyMissing(
    { operation: asked }: HttpError,
    request: ApiRequest,
    operation: Operation,
  ): Promise<Shown | undefined> {
    const answered = `${asked} answered 404`;
    const { path } = request;
    // The next page of a list is at no path of the reference.
    if ("uri" in path) return this.verify(answered, operation);
    const collection = this.collections.find((each) => each.path === path.template);
    if (collection) return verifyNotListed(answered, collection, path.params?.id, operation);
    if (request.method === "POST") return this.verifyCreate(answered, path.template, operation);
    return this.verifyNotAtPath(answered, request, operation);
  }

  /** Makes sure that the API responds at the base URL, from now on: see {@link Client.verify}. */
  async verify(answered: string, operation: Operation): Promise<undefined> {
    await verifying(answered, this.presence.find(operation));
  }

  /** A collection whose list the API shows exists, so its own answer to a create is not 404. An edge may be missing. */
  private async verifyCreate(
    answered: string,
    template: string,
    operation: Operation,
  ): Promise<undefined> {
    const collection = this.collections.find(({ list }) => list === template);
    if (!collection) return this.verify(answered, operation);
    await verifying(answered, collection.ids.find(operation));
    throw ForeignAnswerError.of(answered, `GET ${template} is answered with a list`);
  }

  /** Requests the path of an object again, each time after another response of the API. */
  private async verifyNotAtPath(
    answered: string,
    request: ApiRequest,
    operation: Operation,
  ): Promise<Shown | undefined> {
    const losesObject = operation.isManaged === true && LOSES_OBJECT.includes(request.method);
    const checks = losesObject ? CHECKS_OF_MANAGED : 1;
    for (let check = 0; check < checks; check++) {
      await this.verify(answered, operation);
      const shown = await verifying(answered, this.requestAgain(request, operation));
      if (shown) return foundAgain(answered, request, shown);
    }
    return undefined;
  }

  private async requestAgain(
    { path }: ApiRequest,
    operation: Operation,
  ): Promise<Shown | undefined> {
    try {
      return { answer: await sendWithRetries({ method: "GET", path }, this.shared, operation) };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Requests the first page of a list. */
  private async requestList(operation: Operation): Promise<void> {
    const { options, base } = this.shared;
    const [first] = options.collections;
    if (!first) return;
    const request = { method: "GET", path: { template: first.list } } as const;
    const answer = await sendWithRetries(request, this.shared, operation).catch(
      (error: unknown) => {
        if (isForeign(error)) return null;
        throw error;
      },
    );
    if (!Array.isArray(answer?.[first.member])) throw withoutList(base, first);
  }

  /** The ids of all objects of a collection. */
  private async requestIds(
    collection: ListedCollection,
    operation: Operation,
  ): Promise<ReadonlySet<unknown>> {
    const client = {
      request: (request: ApiRequest) => sendWithRetries(request, this.shared, operation),
    };
    const ids = new Set<unknown>();
    try {
      for await (const item of pages(client, collection.list, collection.member))
        if (isObject(item)) ids.add(item.id);
    } catch (error) {
      throw isForeign(error) ? withoutList(this.shared.base, collection) : error;
    }
    return ids;
  }
}

async function verifyNotListed(
  answered: string,
  { list, ids }: Collection,
  id: string | undefined,
  operation: Operation,
): Promise<undefined> {
  const listed = await verifying(answered, ids.find(operation));
  if (listed.has(id)) throw new StillThereError(answered, `GET ${list} shows ${id}`);
}

/** How often the path of an object of the state is checked, if no list shows it. The checks are a second apart. */
const CHECKS_OF_MANAGED = 5;

/** Methods whose 404 makes the state lose the object. */
const LOSES_OBJECT: readonly string[] = ["GET", "DELETE"];

function foundAgain(answered: string, request: ApiRequest, shown: Shown): Shown {
  if (request.method === "GET") return shown;
  throw new StillThereError(
    answered,
    `${operationOf({ ...request, method: "GET" })} finds the object`,
  );
}

const withoutList = (base: URL, { list }: ListedCollection): ForeignAnswerError =>
  new ForeignAnswerError(`${base.href} does not answer GET ${list} with the API's list`);

/** Whether something else than the API has answered: the API always has its lists. */
const isForeign = (error: unknown): boolean =>
  isMissing(error) || error instanceof ForeignAnswerError;

/** A part of a verification, whose failure is reported as the failure to verify. */
async function verifying<T>(answered: string, found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (cause) {
    if (cause instanceof ForeignAnswerError) throw ForeignAnswerError.of(answered, cause.message);
    throw new EdgeIngressError(
      `${answered}, which could not be verified: ${asKnown(cause).message}`,
    );
  }
}
