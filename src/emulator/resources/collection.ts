import type { z } from "@hono/zod-openapi";
import { notFound } from "../http/errors";
import type { Operation, OperationRequest } from "../http/operations";
import { listOf, type ObjectSchema } from "../shapes/members";
import type { Caller } from "../state/state";
import type { StoredObject } from "../state/store";
import type { Wire } from "../wire";
import { page, pageQuery } from "./pages";

/** What tells one resource of the account from another. */
export interface Collection {
  readonly kind: string;
  /** What one object is called in messages and in the OpenAPI document. */
  readonly noun: string;
  readonly tag: string;
  readonly path: string;
  /** Member of the list's answer that holds the objects. */
  readonly listMember: string;
  readonly idPrefix: string;
  /** Whether `uri` is a path; otherwise it is an absolute URL. */
  readonly relativeUri: boolean;
  /** Shape of an object in answers. */
  readonly shape: ObjectSchema;
  /** The object in the form that answers show. */
  readonly toAnswer: (object: StoredObject, caller: Caller) => Wire;
}

/** `description` and `metadata` of a body, when present. */
export function writtenTexts({ description, metadata }: Wire): Wire {
  return { ...(description === undefined ? {} : { description }), ...(metadata === undefined ? {} : { metadata }) };
}

/** The bodies that create and update the objects of a collection, and the members that follow from them. */
interface Writes<Creation extends z.ZodType, Update extends z.ZodType> {
  readonly creation: Creation;
  readonly update: Update;
  /** The members of a new object beside its texts. */
  readonly created: (written: z.output<Creation>, request: OperationRequest) => Wire | Promise<Wire>;
  /** The members that an update changes beside the texts. Default: none. */
  readonly changed?: (written: z.output<Update>, stored: StoredObject, request: OperationRequest) => Wire;
}

/** The operations of a collection: POST, GET of the list, and GET, PATCH and DELETE of an object. */
export function operationsOf<Creation extends z.ZodType, Update extends z.ZodType>(
  collection: Collection,
  { creation, update, created, changed }: Writes<Creation, Update>,
): readonly Operation[] {
  const { path, tag, noun, shape: answer, toAnswer } = collection;
  return [
    {
      method: "post",
      path,
      tag,
      summary: `Create ${noun}`,
      body: creation,
      status: 201,
      answer,
      run: async (request) => {
        const members = await created(request.body as z.output<Creation>, request);
        return toAnswer(createObject(collection, request, members), request);
      },
    },
    listing(collection),
    reading(collection),
    {
      method: "patch",
      path: `${path}/{id}`,
      tag,
      summary: `Update ${noun}`,
      body: update,
      creation,
      status: 200,
      answer,
      run: (request) => {
        const stored = existingObject(collection, request);
        const members = changed?.(request.body as z.output<Update>, stored, request) ?? {};
        return toAnswer(updateObject(stored, request, members), request);
      },
    },
    deletion(collection),
  ];
}

/** Stores a new object with an id, the time, the texts of the request's body and these members. */
function createObject(collection: Collection, request: OperationRequest, members: Wire): StoredObject {
  const { account, body, state } = request;
  const { kind, path, idPrefix } = collection;
  const id = state.ids.next(idPrefix);
  const texts = { description: null, metadata: null, ...writtenTexts(body) };
  const created = { id, created_at: state.now().toISOString(), ...texts, ...members };
  return storeObject({ account, kind, path: `${path}/${id}`, body: created }, request);
}

/** Stores an object's texts of the request's body and these members in place of those that it had. */
function updateObject(stored: StoredObject, request: OperationRequest, members: Wire): StoredObject {
  return storeObject({ ...stored, body: { ...stored.body, ...writtenTexts(request.body), ...members } }, request);
}

function storeObject(object: StoredObject, { state }: Caller): StoredObject {
  state.store.put(object);
  return object;
}

/** The object that the request's path names. @throws 404 */
function existingObject({ noun, path, kind }: Collection, request: OperationRequest): StoredObject {
  const { state, account, params } = request;
  const stored = state.store.get(account, `${path}/${params.id}`);
  if (stored?.kind !== kind) throw notFound(noun);
  return stored;
}

/** GET of the collection: its newest objects first, in pages. */
function listing(collection: Collection): Operation {
  const { path, tag, listMember, kind, relativeUri, shape, toAnswer } = collection;
  return {
    method: "get",
    path,
    tag,
    summary: `List ${tag}`,
    query: pageQuery,
    status: 200,
    answer: listOf(listMember, shape),
    run: (request) => {
      const { objects, ...uris } = page(request, kind, path, relativeUri);
      return { [listMember]: objects.map((object) => toAnswer(object, request)), ...uris };
    },
  };
}

/** GET of one object. */
function reading(collection: Collection): Operation {
  const { path, tag, noun, shape, toAnswer } = collection;
  return {
    method: "get",
    path: `${path}/{id}`,
    tag,
    summary: `Get ${noun}`,
    status: 200,
    answer: shape,
    run: (request) => toAnswer(existingObject(collection, request), request),
  };
}

/** DELETE of one object. */
function deletion(collection: Collection): Operation {
  const { path, tag, noun } = collection;
  return {
    method: "delete",
    path: `${path}/{id}`,
    tag,
    summary: `Delete ${noun}`,
    status: 204,
    run: (request) => request.state.store.delete(request.account, existingObject(collection, request).path),
  };
}
