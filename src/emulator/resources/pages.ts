import { z } from "@hono/zod-openapi";
import type { OperationRequest } from "../http/operations";
import { wellFormedId } from "../state/ids";

/** Query of a list. The reference does not show it; clients follow `next_page_uri` and need not know it. */
export const pageQuery = z.strictObject({
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

/** Schema of a list's answer. */
export function listOf(member: string, item: z.ZodObject) {
  return z.strictObject({ [member]: z.array(item), uri: z.string(), next_page_uri: z.string().nullable() });
}

/** One page of the account's objects of a kind, newest first. */
export function page(
  { query, state, account, origin }: OperationRequest,
  kind: string,
  path: string,
  relative: boolean,
) {
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
