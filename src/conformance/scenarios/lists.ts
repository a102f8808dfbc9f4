import type { Values } from "../../core/schema/values";
import { agentIngresses, authorities, type Collection, collections } from "../made/collections";
import { pagesOf } from "../made/pages";
import { create, type Run, shown, successful } from "../run";

/** Lists: their members, pages and addresses. It reads all objects of the account, and reports none of them. */
export async function tryLists(run: Run): Promise<void> {
  if (!run.scope.readOnly) await createAuthorities(run, ENOUGH_FOR_TWO_PAGES);
  for (const collection of collections) await tryList(run, collection);
  await recordUriForm(run);
}

/** With the record of the run, a service with small pages has two of them. */
const ENOUGH_FOR_TWO_PAGES = 3;

async function createAuthorities(run: Run, number: number): Promise<void> {
  for (let created = 0; created < number; created++) await create(run, authorities, {});
}

async function tryList(run: Run, collection: Collection): Promise<void> {
  const ids = new Set<unknown>();
  let objects = 0;
  for await (const page of pagesOf(run.session, collection)) {
    const list = successful(run, `GET ${collection.path}`, page);
    const items = list[collection.member];
    recordShape(run, collection, list);
    if (!Array.isArray(items)) return;
    objects += items.length;
    for (const item of items) ids.add((item as Values | null)?.id);
    recordPageSize(run, list, items.length);
  }
  const repeated = objects - ids.size;
  if (repeated > 0)
    run.observations.record("lists", `${repeated} objects are on two pages of a list`, false);
}

function recordShape({ observations }: Run, { member }: Collection, list: Values): void {
  const next = list.next_page_uri;
  const isAsStated =
    Array.isArray(list[member]) &&
    typeof list.uri === "string" &&
    (next === null || typeof next === "string");
  const shape = `${member}: \`uri\` is ${typeof list.uri}, \`next_page_uri\` is ${next === null ? "null" : typeof next}`;
  observations.record(
    "lists",
    isAsStated ? "an array, `uri` and `next_page_uri`" : shape,
    isAsStated,
  );
}

/** The size of a page shows only if there is another page. */
function recordPageSize({ observations }: Run, list: Values, size: number): void {
  if (typeof list.next_page_uri !== "string" || size === 0) {
    observations.record("pageSize", "more than the account has of each kind");
    return;
  }
  observations.record("pageSize", `${size} objects`);
  observations.setOption("pageSize", size);
}

async function recordUriForm({ observations, session }: Run): Promise<void> {
  const uriOf = async ({ path }: Collection) => (await session.get(path)).members.uri;
  const forms = [await uriOf(agentIngresses), await uriOf(authorities)].map(formOf);
  const [ingresses, others] = forms;
  observations.record("listUris", `${ingresses} for agent ingresses, ${others} for the others`);
  const option = optionOf(ingresses, others);
  if (option) observations.setOption("listUris", option);
}

function formOf(uri: unknown): string {
  if (typeof uri !== "string") return shown(uri);
  return uri.startsWith("/") ? "a path" : "a URL";
}

function optionOf(ingresses: string | undefined, others: string | undefined) {
  if (ingresses === "a path") return others === "a path" ? "relative" : "as-resource";
  return others === "a URL" ? "absolute" : undefined;
}
