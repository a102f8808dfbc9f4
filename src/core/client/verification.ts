import { isObject } from "../schema/values";
import type { ClientContext, Operation } from "./context";
import {
  asProviderError,
  EdgeIngressError,
  ForeignResponseError,
  type HttpError,
  isNotFound,
  StillThereError,
} from "./errors";
import { pages } from "./pages";
import type { ResponseBody } from "./response";
import { requestName, sendWithRetries } from "./send";
import { SharedLookup } from "./shared-lookup";
import type { ApiRequest, ListedCollection } from "./types";

/** A collection with a lookup of the ids in its list. */
interface Collection extends ListedCollection {
  readonly ids: SharedLookup<ReadonlySet<unknown>>;
}

/** The result of a second GET that found the object of a 404. */
interface FoundObject {
  readonly body: ResponseBody;
}

/**
 * Decides whether a 404 counts. A gateway, a proxy, or another server at a wrong base URL may respond with 404 as well, perhaps
 * for a moment in the middle of a run, and the API reference does not show the body of the API's own 404. So a 404 counts only
 * if the API has responded successfully after it, and the object is still missing: in the list of its collection, or at its
 * path if its collection has no list.
 */
export class Verification {
  /** Looks up whether the API responds, by a list that every account has. */
  private readonly presence: SharedLookup<void>;
  private readonly collections: readonly Collection[];

  constructor(private readonly context: ClientContext) {
    const { clock, options } = context;
    this.presence = new SharedLookup(clock, (operation) => this.requestList(operation));
    this.collections = options.collections.map((collection) => ({
      ...collection,
      ids: new SharedLookup(clock, (operation) => this.requestIds(collection, operation)),
    }));
  }

  /**
   * Makes sure that an object is missing, as a part of the operation that has got a 404 for it. Returns the object if a second
   * GET finds it.
   *
   * @throws {ForeignResponseError} if the 404 does not count.
   */
  async verifyNotFound(
    notFound: HttpError,
    request: ApiRequest,
    operation: Operation,
  ): Promise<FoundObject | undefined> {
    const answered = `${notFound.operation} answered 404`;
    const { path } = request;
    // The reference has no path for the next page of a list, so there is nothing else to look up.
    if ("uri" in path) return this.verify(answered, operation);
    const collection = this.collections.find(({ path: template }) => template === path.template);
    if (collection) return verifyNotListed(answered, collection, path.params?.id, operation);
    if (request.method === "POST") return this.verifyCreate(answered, path.template, operation);
    return this.verifyNotAtPath(answered, request, operation);
  }

  /** Makes sure that the API responds at the base URL, from now on: see {@link Client.verify}. */
  async verify(answered: string, operation: Operation): Promise<undefined> {
    await verified(answered, this.presence.find(operation));
  }

  /**
   * Verifies the 404 of a create. A collection whose list the API returns exists, so the 404 is not the API's. The 404 counts
   * for a collection without a list: the edge in its path may be missing.
   */
  private async verifyCreate(
    answered: string,
    template: string,
    operation: Operation,
  ): Promise<undefined> {
    const collection = this.collections.find(({ list }) => list === template);
    if (!collection) return this.verify(answered, operation);
    await verified(answered, collection.ids.find(operation));
    throw ForeignResponseError.of(answered, `GET ${template} is answered with a list`);
  }

  /** Requests the path of an object again, each time after another response of the API. */
  private async verifyNotAtPath(
    answered: string,
    request: ApiRequest,
    operation: Operation,
  ): Promise<FoundObject | undefined> {
    const removesFromState =
      operation.isManaged === true && METHODS_THAT_REMOVE_FROM_STATE.includes(request.method);
    const checks = removesFromState ? CHECKS_OF_MANAGED_OBJECT : 1;
    for (let check = 0; check < checks; check++) {
      await this.verify(answered, operation);
      const found = await verified(answered, this.requestAgain(request, operation));
      if (!found) continue;
      if (request.method === "GET") return found;
      const second = requestName({ ...request, method: "GET" });
      throw new StillThereError(answered, `${second} finds the object`);
    }
    return undefined;
  }

  private async requestAgain(
    { path }: ApiRequest,
    operation: Operation,
  ): Promise<FoundObject | undefined> {
    try {
      return { body: await sendWithRetries({ method: "GET", path }, this.context, operation) };
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** Requests the first page of a list. */
  private async requestList(operation: Operation): Promise<void> {
    const { options, base } = this.context;
    const [collection] = options.collections;
    if (!collection) return;
    const request = { method: "GET", path: { template: collection.list } } as const;
    const body = await sendWithRetries(request, this.context, operation).catch((error: unknown) => {
      if (isForeign(error)) return null;
      throw error;
    });
    if (!Array.isArray(body?.[collection.member])) throw listMissing(base, collection);
  }

  /** Requests all pages of the list of a collection, and returns the ids of its objects. */
  private async requestIds(
    collection: ListedCollection,
    operation: Operation,
  ): Promise<ReadonlySet<unknown>> {
    const client = {
      request: (request: ApiRequest) => sendWithRetries(request, this.context, operation),
    };
    const ids = new Set<unknown>();
    try {
      for await (const item of pages(client, collection.list, collection.member))
        if (isObject(item)) ids.add(item.id);
    } catch (error) {
      throw isForeign(error) ? listMissing(this.context.base, collection) : error;
    }
    return ids;
  }
}

/** Number of checks, a second apart, before an object without a list is removed from the state. */
const CHECKS_OF_MANAGED_OBJECT = 5;

const METHODS_THAT_REMOVE_FROM_STATE: readonly string[] = ["GET", "DELETE"];

async function verifyNotListed(
  answered: string,
  { list, ids }: Collection,
  id: string | undefined,
  operation: Operation,
): Promise<undefined> {
  const listedIds = await verified(answered, ids.find(operation));
  if (listedIds.has(id)) throw new StillThereError(answered, `GET ${list} shows ${id}`);
}

const listMissing = (base: URL, { list }: ListedCollection): ForeignResponseError =>
  new ForeignResponseError(`${base.href} does not answer GET ${list} with the API's list`);

/** True if the response to the request for a list comes from something else than the API: the API always has its lists. */
const isForeign = (error: unknown): boolean =>
  isNotFound(error) || error instanceof ForeignResponseError;

/** The result of a lookup. If the lookup fails, the error names the response that it was to verify. */
async function verified<T>(answered: string, lookup: Promise<T>): Promise<T> {
  try {
    return await lookup;
  } catch (cause) {
    if (cause instanceof ForeignResponseError)
      throw ForeignResponseError.of(answered, cause.message);
    throw new EdgeIngressError(
      `${answered}, which could not be verified: ${asProviderError(cause).message}`,
    );
  }
}
