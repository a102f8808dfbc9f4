import { notFound } from "../errors";
import type { Operation, OperationRequest } from "../operations";
import { page, pageQuery } from "../pages";
import { show } from "../project";
import { listOf, type ObjectSchema } from "../schemas/common";
import type { Caller } from "../state";
import type { StoredKind, StoredObject } from "../store";
import type { Wire } from "../wire";

/** A resource of the account with the five operations create, list, get, update and delete. */
export interface Collection {
  readonly kind: StoredKind;
  /** What one object is called in messages and in the OpenAPI document. */
  readonly noun: string;
  readonly tag: string;
  readonly path: string;
  /** Member of the list's answer that holds the objects. */
  readonly listMember: string;
  readonly idPrefix: string;
  /** Whether `uri` is a path; otherwise it is an absolute URL. */
  readonly relativeUri: boolean;
  readonly create: ObjectSchema;
  readonly update: ObjectSchema;
  readonly read: ObjectSchema;
  /** The members stored at creation, beyond the id, the time, the description and the metadata. */
  readonly build: (body: Wire, caller: Caller) => Wire | Promise<Wire>;
  /** The stored members that an update changes, beyond the description and the metadata. */
  readonly change: (body: Wire, stored: Wire, caller: Caller) => Wire;
  /** Members that are computed for each answer; stored ones go before them. */
  readonly computed?: (stored: Wire, caller: Caller) => Wire;
}

/** The object as an answer shows it. */
export function showObject(collection: Collection, { path, body }: StoredObject, caller: Caller): Wire {
  const uri = collection.relativeUri ? path : `${caller.origin}${path}`;
  const stored = { uri, ...collection.computed?.(body, caller), ...body };
  return show(collection.read, stored, caller);
}

/** `description` and `metadata` of a body, when present. */
export function writtenTexts(body: Wire): Wire {
  const present = ["description", "metadata"].filter((member) => body[member] !== undefined);
  return Object.fromEntries(present.map((member) => [member, body[member]]));
}

export function collectionOperations(collection: Collection): Operation[] {
  const { noun, path, tag, read } = collection;
  const one = { path: `${path}/{id}`, tag };
  return [
    {
      method: "post",
      path,
      tag,
      summary: `Create ${noun}`,
      body: collection.create,
      status: 201,
      answer: read,
      run: (request) => createObject(collection, request),
    },
    {
      method: "get",
      path,
      tag,
      summary: `List ${collection.tag}`,
      query: pageQuery,
      status: 200,
      answer: listOf(collection.listMember, read),
      run: (request) => listObjects(collection, request),
    },
    {
      ...one,
      method: "get",
      summary: `Get ${noun}`,
      status: 200,
      answer: read,
      run: (request) => showObject(collection, existing(collection, request), request),
    },
    {
      ...one,
      method: "patch",
      summary: `Update ${noun}`,
      body: collection.update,
      status: 200,
      answer: read,
      run: (request) => updateObject(collection, request),
    },
    {
      ...one,
      method: "delete",
      summary: `Delete ${noun}`,
      status: 204,
      run: (request) => request.state.store.delete(request.account, existing(collection, request).path),
    },
  ];
}

async function createObject(collection: Collection, request: OperationRequest): Promise<Wire> {
  const { account, body, state } = request;
  const built = await collection.build(body, request);
  const id = state.ids.next(collection.idPrefix);
  const texts = { description: null, metadata: null, ...writtenTexts(body) };
  const stored: StoredObject = {
    account,
    kind: collection.kind,
    path: `${collection.path}/${id}`,
    body: { id, created_at: state.now().toISOString(), ...texts, ...built },
  };
  state.store.put(stored);
  return showObject(collection, stored, request);
}

function listObjects(collection: Collection, request: OperationRequest): Wire {
  const { objects, ...uris } = page(request, collection.kind, collection.path, collection.relativeUri);
  return { [collection.listMember]: objects.map((object) => showObject(collection, object, request)), ...uris };
}

function updateObject(collection: Collection, request: OperationRequest): Wire {
  const stored = existing(collection, request);
  const changed = {
    ...stored.body,
    ...writtenTexts(request.body),
    ...collection.change(request.body, stored.body, request),
  };
  request.state.store.put({ ...stored, body: changed });
  return showObject(collection, { ...stored, body: changed }, request);
}

function existing({ noun, path, kind }: Collection, { state, account, params }: OperationRequest): StoredObject {
  const stored = state.store.get(account, `${path}/${params.id}`);
  if (stored?.kind !== kind) throw notFound(noun);
  return stored;
}
