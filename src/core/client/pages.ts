import type { WireObject } from "../schema/values";
import type { Address } from "./address";
import { ForeignAnswerError, UnexpectedAnswerError } from "./errors";
import type { Client } from "./types";

const MAX_PAGES = 10_000;

/** The objects of a list, page after page; `member` is the name of the response's array. */
export async function* pages(
  client: Pick<Client, "request">,
  path: string,
  member: string,
): AsyncGenerator<WireObject> {
  const seen = new Set<string>();
  let address: Address = { template: path };
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer: WireObject | null = await client.request({ method: "GET", path: address });
    const { [member]: items, next_page_uri: next } = answer ?? {};
    if (!Array.isArray(items))
      throw new ForeignAnswerError(`GET ${path}: the answer has no list ${member}`);
    // The last page has a null: one that is cut short would be taken for the last.
    if (next === undefined)
      throw new UnexpectedAnswerError(`GET ${path}: the answer has no next_page_uri`);
    yield* items as WireObject[];
    if (next === null) return;
    if (typeof next !== "string" || seen.has(next))
      throw new UnexpectedAnswerError(`GET ${path}: the pages do not end`);
    seen.add(next);
    address = { uri: next, of: path };
  }
  throw new UnexpectedAnswerError(`GET ${path}: there are more than ${MAX_PAGES} pages`);
}
