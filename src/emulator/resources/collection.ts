import { z } from "@hono/zod-openapi";
import { notFound, refuse } from "../http/errors";
import { filledPath, type Operation, type OperationRequest } from "../http/operations";
import type { OptionValues } from "../options/registry";
import { ruleIssues, toAnswer } from "../shapes/forms";
import { wellFormedId } from "../state/ids";
import type { Caller } from "../state/state";
import type { StoredObject } from "../state/store";
import type { Wire } from "../wire";

/** What tells one kind of objects from another. */
interface Collection<Creation extends z.ZodType, Update extends z.ZodType> {
  readonly kind: string;
  /** What one object is called in the OpenAPI document. */
  readonly noun: string;
  /** What one object is called if there is none. Default: `noun`. */
  readonly missing?: string;
  readonly tag: string;
  /** Path with a `{name}` for each parameter. */
  readonly path: string;
  /** Member of the list's answer that holds the objects; absent if there is no list. */
  readonly listMember?: string;
  readonly idPrefix: string;
  /** Set if `uri` is a path; otherwise it is an absolute URL. */
  readonly relativeUri?: true;
  /** Shape of an object in answers. */
  readonly shape: z.ZodObject;
  /** Members of an answer that are not stored. */
  readonly computed?: (stored: Wire, caller: Caller) => Wire;
  /** Body that creates an object. */
  readonly creation: Creation;
  /** Body that updates an object. */
  readonly update: Update;
  /** The members of a new object that are not kept as they are written. Default: none. */
  readonly created?: (written: z.output<Creation>, request: OperationRequest, id: string) => Wire | Promise<Wire>;
  /** The members of an update that are not kept as they are written, and what they change. Default: none. */
  readonly changed?: (written: z.output<Update>, request: OperationRequest, stored: Wire) => Wire;
  /** Fails if there is nothing that the objects of the request's path could belong to. @throws 404 */
  readonly requireParent?: (request: OperationRequest) => void;
  /** Whether DELETE is offered, if the reference does not show it. */
  readonly deletionOffered?: (options: OptionValues) => boolean;
}

/** Objects that the store keeps, with all operations on them. */
export interface Resource {
  readonly kind: string;
  readonly operations: readonly Operation[];
  /** An object in the form that answers show. */
  readonly toAnswer: (object: StoredObject, caller: Caller) => Wire;
}

/** The operations of a collection: POST, GET of the list, and GET, PATCH and DELETE of an object. */
export function collection<Creation extends z.ZodType, Update extends z.ZodType>(
  input: Collection<Creation, Update>,
): Resource {
  const { kind, path, tag, noun, missing = noun, shape, creation, update, listMember, relativeUri = false } = input;

  function shown({ path: uri, body }: StoredObject, caller: Caller): Wire {
    const computed = { uri: relativeUri ? uri : `${caller.origin}${uri}`, ...input.computed?.(body, caller) };
    return toAnswer(shape, { ...computed, ...body }, caller);
  }

  /** The written members that answers show. */
  function copied(body: Wire): Wire {
    return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(shape.shape, name)));
  }

  function keep(object: StoredObject, request: OperationRequest): Wire {
    request.state.store.put(object);
    return shown(object, request);
  }

  function existing(request: OperationRequest): StoredObject {
    input.requireParent?.(request);
    const stored = request.state.store.get(request.account, filledPath(`${path}/{id}`, request.params));
    if (stored?.kind !== kind) throw notFound(missing);
    return stored;
  }

  async function create(request: OperationRequest): Promise<Wire> {
    const { account, body, state, params } = request;
    input.requireParent?.(request);
    refuse(ruleIssues(creation, body, state));
    const id = state.ids.next(input.idPrefix);
    const members = await input.created?.(body as z.output<Creation>, request, id);
    const created = { id, created_at: state.now().toISOString(), ...copied(body), ...members };
    return keep({ account, kind, path: `${filledPath(path, params)}/${id}`, body: created }, request);
  }

  function change(request: OperationRequest): Wire {
    const stored = existing(request);
    refuse(ruleIssues(update, request.body, request.state));
    const members = input.changed?.(request.body as z.output<Update>, request, stored.body);
    return keep({ ...stored, body: { ...stored.body, ...copied(request.body), ...members } }, request);
  }

  function list(member: string): Operation {
    const run = (request: OperationRequest) => {
      const { objects, ...uris } = page(request, kind, path, relativeUri);
      return { [member]: objects.map((object) => shown(object, request)), ...uris };
    };
    const uri = z.string();
    const answer = z.strictObject({ [member]: z.array(shape), uri, next_page_uri: uri.nullable() });
    return { method: "get", path, tag, summary: `List ${tag}`, query: pageQuery, answer, run };
  }

  const read = (request: OperationRequest) => shown(existing(request), request);
  const remove = (request: OperationRequest) => request.state.store.delete(request.account, existing(request).path);
  const one = { path: `${path}/{id}`, tag };
  return {
    kind,
    toAnswer: shown,
    operations: [
      { method: "post", path, tag, summary: `Create ${noun}`, body: creation, answer: shape, run: create },
      ...(listMember === undefined ? [] : [list(listMember)]),
      { ...one, method: "get", summary: `Get ${noun}`, answer: shape, run: read },
      { ...one, method: "patch", summary: `Update ${noun}`, body: update, creation, answer: shape, run: change },
      { ...one, method: "delete", summary: `Delete ${noun}`, offered: input.deletionOffered, run: remove },
    ],
  };
}

/** Query of a list. The reference does not show it; clients follow `next_page_uri` and need not know it. */
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

/** One page of the account's objects of a kind, newest first. */
function page({ query, state, account, origin }: OperationRequest, kind: string, path: string, relative: boolean) {
  const { limit: asked, before_id: before } = query as z.output<typeof pageQuery>;
  const limit = asked === undefined ? state.options.pageSize : Number(asked);
  // One more than the page tells whether there is a next one.
  const found = state.store.newest(account, kind, { limit: limit + 1, before: before && `${path}/${before}` });
  const objects = found.slice(0, limit);
  const form = state.options.listUris;
  const isRelative = form === "as-resource" ? relative : form === "relative";
  const uri = `${isRelative ? "" : origin}${path}`;
  const last = objects.at(-1)?.path.slice(path.length + 1) ?? "";
  const next = new URLSearchParams({ before_id: last, ...(asked === undefined ? {} : { limit: asked }) });
  return { objects, uri, next_page_uri: found.length > limit ? `${uri}?${next}` : null };
}
