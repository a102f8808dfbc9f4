import type { WireObject } from "../schema/values";
import type { Address } from "./address";
import { ForeignResponseError, UnexpectedResponseError } from "./errors";
import type { Client } from "./types";

const MAX_PAGES = 10_000;

/** The objects of a list, page after page; `member` is the name of the array in the response. */
export async function* pages(
  client: Pick<Client, "request">,
  path: string,
  member: string,
): AsyncGenerator<WireObject> {
  const requestedUris = new Set<string>();
  let address: Address = { template: path };
  for (let page = 0; page < MAX_PAGES; page++) {
    const body: WireObject | null = await client.request({ method: "GET", path: address });
    const { [member]: items, next_page_uri: next } = body ?? {};
    if (!Array.isArray(items))
      throw new ForeignResponseError(`GET ${path}: the answer has no list ${member}`);
    // The last page has a null. Without this check, a response that is cut short would be taken for the last page.
    if (next === undefined)
      throw new UnexpectedResponseError(`GET ${path}: the answer has no next_page_uri`);
    yield* items as WireObject[];
    if (next === null) return;
    if (typeof next !== "string" || requestedUris.has(next))
      throw new UnexpectedResponseError(`GET ${path}: the pages do not end`);
    requestedUris.add(next);
    address = { uri: next, listPath: path };
  }
  throw new UnexpectedResponseError(`GET ${path}: there are more than ${MAX_PAGES} pages`);
}
