import { z } from "@hono/zod-openapi";
import { notFound, refuse } from "../http/errors";
import { filledPath, type Operation, type OperationRequest } from "../http/operations";
import type { OptionValues } from "../options/registry";
import { ruleIssues, toAnswer } from "../shapes/forms";
import { wellFormedId } from "../state/ids";
import type { Caller } from "../state/state";
import type { StoredObject } from "../state/store";
import type { Wire } from "../wire";

/** The properties that distinguish the collections of the API. */
interface Collection<Creation extends z.ZodType, Update extends z.ZodType> {
  readonly kind: string;
  /** Name of an object in the OpenAPI document. */
  readonly noun: string;
  /** Name of an object in the 404 for a missing object. Default: `noun`. */
  readonly missing?: string;
  readonly tag: string;
  /** Path with a `{name}` for each parameter. */
  readonly path: string;
  /** Member that contains the objects in the response of the list; absent if there is no list. */
  readonly listMember?: string;
  readonly idPrefix: string;
  /** Set if `uri` is a path; otherwise it is an absolute URL. */
  readonly relativeUri?: true;
  /** Shape of an object in responses. */
  readonly shape: z.ZodObject;
  /** Members of a response that are not stored. */
  readonly computed?: (stored: Wire, caller: Caller) => Wire;
  /** Body that creates an object. */
  readonly creation: Creation;
  /** Body that updates an object. */
  readonly update: Update;
  /** Returns the members of a new object that are not stored as written. Default: none. */
  readonly created?: (
    written: z.output<Creation>,
    request: OperationRequest,
    id: string,
  ) => Wire | Promise<Wire>;
  /**
   * Returns the members of an update that are not stored as written, and the members that they change. Default: none.
   */
  readonly changed?: (written: z.output<Update>, request: OperationRequest, stored: Wire) => Wire;
  /** Fails if the parent of the objects at the request's path does not exist. @throws 404 */
  readonly requireParent?: (request: OperationRequest) => void;
  /** True if DELETE is offered, for a collection of which the reference does not document DELETE. */
  readonly deletionOffered?: (options: OptionValues) => boolean;
}

/** Objects in the store, with all operations on them. */
export interface Resource {
  readonly kind: string;
  readonly operations: readonly Operation[];
  /** Returns an object in the form of responses. */
  readonly toAnswer: (object: StoredObject, caller: Caller) => Wire;
}

/** The operations of a collection: POST, GET of the list, and GET, PATCH and DELETE of an object. */
export function collection<Creation extends z.ZodType, Update extends z.ZodType>(
  input: Collection<Creation, Update>,
): Resource {
  const { kind, path, tag, noun, shape, creation, update } = input;
  const objects = new Objects(input);
  const create = (request: OperationRequest) => objects.create(request);
  const read = (request: OperationRequest) => objects.read(request);
  const change = (request: OperationRequest) => objects.change(request);
  const remove = (request: OperationRequest) => objects.remove(request);
  const object = { path: `${path}/{id}`, tag };
  return {
    kind,
    toAnswer: (stored, caller) => objects.shown(stored, caller),
    operations: [
      {
        method: "post",
        path,
        tag,
        summary: `Create ${noun}`,
        body: creation,
        answer: shape,
        run: create,
      },
      ...listOperations(input, objects),
      { ...object, method: "get", summary: `Get ${noun}`, answer: shape, run: read },
      {
        ...object,
        method: "patch",
        summary: `Update ${noun}`,
        body: update,
        creation,
        answer: shape,
        run: change,
      },
      {
        ...object,
        method: "delete",
        summary: `Delete ${noun}`,
        offered: input.deletionOffered,
        run: remove,
      },
    ],
  };
}

/** The GET of the list, if the collection has one. */
function listOperations<Creation extends z.ZodType, Update extends z.ZodType>(
  { kind, path, tag, shape, listMember, relativeUri }: Collection<Creation, Update>,
  objects: Objects<Creation, Update>,
): Operation[] {
  if (listMember === undefined) return [];
  const run = (request: OperationRequest) => {
    const { objects: stored, ...uris } = page(request, kind, path, relativeUri === true);
    return { [listMember]: stored.map((object) => objects.shown(object, request)), ...uris };
  };
  const uri = z.string();
  const answer = z.strictObject({
    [listMember]: z.array(shape),
    uri,
    next_page_uri: uri.nullable(),
  });
  return [{ method: "get", path, tag, summary: `List ${tag}`, query: pageQuery, answer, run }];
}

/** The objects of a collection in the store. */
class Objects<Creation extends z.ZodType, Update extends z.ZodType> {
  constructor(readonly collection: Collection<Creation, Update>) {}

  /** Returns an object in the form of responses. */
  shown({ path, body }: StoredObject, caller: Caller): Wire {
    const { shape, computed, relativeUri } = this.collection;
    const uri = relativeUri ? path : `${caller.origin}${path}`;
    return toAnswer(shape, { uri, ...computed?.(body, caller), ...body }, caller);
  }

  async create(request: OperationRequest): Promise<Wire> {
    const { account, body, state, params } = request;
    const { kind, path, idPrefix, creation, created, requireParent } = this.collection;
    requireParent?.(request);
    refuse(ruleIssues(creation, body, request));
    const id = state.ids.next(idPrefix);
    const members = await created?.(body as z.output<Creation>, request, id);
    const stored = {
      id,
      created_at: state.now().toISOString(),
      ...this.#writtenMembers(body),
      ...members,
    };
    return this.#put(
      { account, kind, path: `${filledPath(path, params)}/${id}`, body: stored },
      request,
    );
  }

  read(request: OperationRequest): Wire {
    return this.shown(this.#existing(request), request);
  }

  change(request: OperationRequest): Wire {
    const { body } = request;
    const { update, changed } = this.collection;
    const stored = this.#existing(request);
    refuse(ruleIssues(update, body, request));
    const members = changed?.(body as z.output<Update>, request, stored.body);
    return this.#put(
      { ...stored, body: { ...stored.body, ...this.#writtenMembers(body), ...members } },
      request,
    );
  }

  remove(request: OperationRequest) {
    return request.state.store.delete(request.account, this.#existing(request).path);
  }

  #existing(request: OperationRequest): StoredObject {
    const { kind, path, noun, missing = noun, requireParent } = this.collection;
    requireParent?.(request);
    const stored = request.state.store.get(
      request.account,
      filledPath(`${path}/{id}`, request.params),
    );
    if (stored?.kind !== kind) throw notFound(missing);
    return stored;
  }

  #put(object: StoredObject, request: OperationRequest): Wire {
    request.state.store.put(object);
    return this.shown(object, request);
  }

  /** The written members that responses contain. */
  #writtenMembers(body: Wire): Wire {
    const members = this.collection.shape.shape;
    return Object.fromEntries(
      Object.entries(body).filter(([name]) => Object.hasOwn(members, name)),
    );
  }
}

/** Query of a list. The reference does not document it; clients follow `next_page_uri` and need not know it. */
const pageQuery = z.strictObject({
  limit: z
    .string()
    .regex(/^([1-9]\d{0,2}|1000)$/, "must be a number from 1 to 1000")
    .optional()
    .openapi({ description: "Objects per page, at most 1000." }),
  before_id: z
    .string()
    .regex(wellFormedId, "is not a well-formed id")
    .optional()
    .openapi({ description: "Only objects that were created before the one with this id." }),
});

/** A page of the account's objects of a kind, newest first. */
function page(
  { query, state, account, origin }: OperationRequest,
  kind: string,
  path: string,
  relative: boolean,
) {
  const { limit: requestedLimit, before_id: before } = query as z.output<typeof pageQuery>;
  const limit = requestedLimit === undefined ? state.options.pageSize : Number(requestedLimit);
  // An additional object shows that there is a next page.
  const found = state.store.newest(account, kind, {
    limit: limit + 1,
    before: before && `${path}/${before}`,
  });
  const objects = found.slice(0, limit);
  const form = state.options.listUris;
  const isRelative = form === "as-resource" ? relative : form === "relative";
  const uri = `${isRelative ? "" : origin}${path}`;
  const last = objects.at(-1)?.path.slice(path.length + 1) ?? "";
  const next = new URLSearchParams({
    before_id: last,
    ...(requestedLimit === undefined ? {} : { limit: requestedLimit }),
  });
  return { objects, uri, next_page_uri: found.length > limit ? `${uri}?${next}` : null };
}
