import { z } from "@hono/zod-openapi";
import { refuse } from "../http/errors";
import type { OperationRequest } from "../http/operations";
import { wellFormedId } from "../state/ids";
import type { StoredObject } from "../state/store";

/** Query of a list. The reference does not show it; clients follow `next_page_uri` and need not know it. */
export const pageQuery = z.strictObject({
  limit: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, "must be a number from 1 to 1000")
    .optional()
    .openapi({ description: "Objects per page, at most 1000." }),
  before_id: z
    .string()
    .regex(wellFormedId, "is not a well-formed id")
    .optional()
    .openapi({ description: "Only objects that were created before the one with this id." }),
});

interface Page {
  readonly objects: readonly StoredObject[];
  readonly uri: string;
  readonly next_page_uri: string | null;
}

/** One page of the account's objects of a kind, newest first. */
export function page(request: OperationRequest, kind: string, path: string, relative: boolean): Page {
  const { limit: asked, before_id: before } = request.query as z.output<typeof pageQuery>;
  const limit = asked === undefined ? request.state.options.pageSize : Number(asked);
  if (limit > 1000) refuse([{ member: "limit", message: "must be a number from 1 to 1000" }]);
  const cursor = before === undefined ? undefined : `${path}/${before}`;
  // One more than the page tells whether there is a next one.
  const found = request.state.store.page(request.account, kind, limit + 1, cursor);
  const objects = found.slice(0, limit);
  const last = objects.at(-1)?.path.slice(path.length + 1);
  const base = `${listBase(request, relative)}${path}`;
  return {
    objects,
    uri: base,
    next_page_uri: found.length > limit ? query(base, { before_id: last, limit: asked }) : null,
  };
}

function listBase({ origin, state }: OperationRequest, relative: boolean): string {
  const form = state.options.listUris;
  const isRelative = form === "as-resource" ? relative : form === "relative";
  return isRelative ? "" : origin;
}

function query(base: string, members: Readonly<Record<string, string | undefined>>): string {
  const set = Object.entries(members).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${base}?${new URLSearchParams(set)}`;
}
