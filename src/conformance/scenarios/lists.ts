import { EdgeIngressError } from "../../core/client/errors";
import { objectItems, type Values } from "../../core/schema/values";
import { agentIngresses, authorities, type Collection, collections } from "../made/collections";
import { objectsOf } from "../made/pages";
import { type Answer, ScenarioEnd } from "../requests/answers";
import { create, type Run, shown, successful } from "../run";

/** Lists: their members, pages and addresses. It reads all objects of the account, and reports none of them. */
export async function tryLists(run: Run): Promise<void> {
  if (!run.scope.readOnly) await createAuthorities(run, ENOUGH_FOR_TWO_PAGES);
  const uris = new Map<Collection, unknown>();
  for (const collection of collections) uris.set(collection, await tryList(run, collection));
  recordUriForm(run, uris);
}

/** With the record of the run, a service with small pages has two of them. */
const ENOUGH_FOR_TWO_PAGES = 3;

async function createAuthorities(run: Run, number: number): Promise<void> {
  for (let created = 0; created < number; created++) await create(run, authorities, {});
}

/** Reads a list to its end. Returns the `uri` of its first page. */
async function tryList(run: Run, collection: Collection): Promise<unknown> {
  const uris: unknown[] = [];
  const onPage = (page: Answer) => {
    const list = successful(run, `GET ${collection.path}`, page);
    uris.push(list.uri);
    recordShape(run, list);
    recordPageSize(run, list, objectItems(list[collection.member]).length);
  };
  try {
    for await (const _ of objectsOf(run.session, collection, onPage));
  } catch (error) {
    if (!(error instanceof EdgeIngressError || error instanceof ScenarioEnd)) throw error;
    run.observations.record("lists", error.message, false);
  }
  return uris[0];
}

function recordShape({ observations }: Run, { next_page_uri: next }: Values): void {
  const hasEnd = next === null || (typeof next === "string" && next !== "");
  observations.record("lists", hasEnd ? "pages that end with null" : shown(next), hasEnd);
}

/** The largest page of the local server. */
const MAX_PAGE_SIZE = 1_000;

/** The size of a page shows only if there is another page. */
function recordPageSize({ observations }: Run, list: Values, size: number): void {
  const isLast = typeof list.next_page_uri !== "string";
  if (isLast || size === 0 || size > MAX_PAGE_SIZE) {
    const text = isLast ? "more than the account has of each kind" : `${size} objects`;
    observations.record("pageSize", text);
    return;
  }
  observations.record("pageSize", `${size} objects`);
  observations.setOption("pageSize", size);
}

function recordUriForm({ observations }: Run, uris: ReadonlyMap<Collection, unknown>): void {
  const ingresses = formOf(uris.get(agentIngresses));
  const others = formOf(uris.get(authorities));
  observations.record("listUris", `${ingresses} for agent ingresses, ${others} for the others`);
  const option = optionOf(ingresses, others);
  if (option) observations.setOption("listUris", option);
}

function formOf(uri: unknown): string {
  if (typeof uri !== "string") return shown(uri);
  return uri.startsWith("/") ? "a path" : "a URL";
}

function optionOf(ingresses: string, others: string) {
  if (ingresses === "a path") return others === "a path" ? "relative" : "as-resource";
  return others === "a URL" ? "absolute" : undefined;
}
