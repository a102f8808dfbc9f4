import { objectItems, type Values } from "../../core/schema/values";
import type { Answer, Session } from "../requests/session";
import type { Collection } from "./collections";

/** A service whose last page has a next page must not keep a run busy for ever. */
const MAX_PAGES = 1_000;

/** The pages of a list. */
export async function* pagesOf(session: Session, { path }: Collection): AsyncGenerator<Answer> {
  let page = await session.get(path);
  for (let number = 1; ; number++) {
    if (page.status !== 200) throw new Error(`GET ${path} answered ${page.status}`);
    yield page;
    const next = page.members.next_page_uri;
    if (typeof next !== "string" || next === "" || number === MAX_PAGES) return;
    page = await session.follow(next);
  }
}

/** The objects of all pages of a list. */
export async function listObjects(
  session: Session,
  collection: Collection,
): Promise<readonly Values[]> {
  const objects: Values[] = [];
  for await (const { members } of pagesOf(session, collection))
    objects.push(...objectItems(members[collection.member]));
  return objects;
}
