import type { Values } from "../../core/schema/values";
import { isMatchOfRun, markedText } from "../mark";
import type { Session } from "../requests/session";
import { authorities, type Collection, collections, objectPath, routesPath } from "./collections";
import { listObjects } from "./pages";
import { parseRecord, type RecordContents } from "./record";

/** The result of a cleanup. */
export interface Cleanup {
  /** The objects that were deleted, as `agent ingress agin_1`. */
  readonly deleted: readonly string[];
  /** The objects that could not be deleted, with the reason. */
  readonly left: readonly string[];
}

/**
 * Deletes all objects that this run or an earlier run has made. An object is recognized by its mark alone, so that a run that was
 * killed leaves nothing to the next run.
 */
export async function cleanUp(session: Session): Promise<Cleanup> {
  const results = new CleanupResults();
  for (const collection of collections) {
    const objects = await results.list(session, collection);
    for (const object of objects) await deleteObject(session, collection, object, results);
  }
  return results;
}

async function deleteObject(
  session: Session,
  collection: Collection,
  object: Values,
  results: CleanupResults,
): Promise<void> {
  const contents = collection === authorities ? recordOf(object) : undefined;
  // The record stays while something that it names exists.
  if (contents && !(await deleteRecorded(session, contents, results))) return;
  const path = objectPath(collection, object.id);
  await results.attempt(`${collection.noun} ${String(object.id)}`, () => remove(session, path));
}

/** The results of the attempts to delete something. */
class CleanupResults implements Cleanup {
  readonly deleted: string[] = [];
  readonly left: string[] = [];

  /** The marked objects of a collection. */
  async list(session: Session, collection: Collection): Promise<readonly Values[]> {
    try {
      const objects = await listObjects(session, collection);
      return objects.filter((object) => markedText(object) !== undefined);
    } catch (error) {
      this.left.push(`the objects of ${collection.path}: ${(error as Error).message}`);
      return [];
    }
  }

  /** Deletes something. True if it does not exist afterwards. */
  async attempt(name: string, remove: () => Promise<Removal>): Promise<boolean> {
    const removal = await remove().catch((error: Error): Removal => ({ problem: error.message }));
    if (removal === "deleted") this.deleted.push(name);
    if (typeof removal === "object") this.left.push(`${name}: ${removal.problem}`);
    return typeof removal !== "object";
  }
}

/** The outcome of an attempt. */
type Removal = "deleted" | "absent" | { readonly problem: string };

const recordOf = (authority: Values): RecordContents | undefined =>
  parseRecord(markedText(authority) ?? "");

const pendingText = (edge: string | undefined, match: string): string =>
  `a route of edge ${edge} that matches ${match}, perhaps: its creation had no response, and the API lists no routes`;

/** Deletes the routes and the modules of a record. True if none is left. */
async function deleteRecorded(
  session: Session,
  { edge, pending, routes, modules }: RecordContents,
  results: CleanupResults,
): Promise<boolean> {
  if (pending !== undefined) results.left.push(pendingText(edge, pending));
  let isEmpty = true;
  for (const id of routes) {
    const path = objectPath({ path: routesPath(edge ?? "") }, id);
    isEmpty =
      (await results.attempt(`route ${id} of edge ${edge}`, () => deleteRoute(session, path))) &&
      isEmpty;
  }
  for (const module of modules)
    isEmpty =
      (await results.attempt(`module ${module}`, () => deleteModule(session, module))) && isEmpty;
  return isEmpty;
}

async function remove(session: Session, path: string): Promise<Removal> {
  const { status } = await session.delete(path);
  if (status >= 200 && status <= 299) return "deleted";
  return status === 404 ? "absent" : { problem: `DELETE answered ${status}` };
}

/** Deletes a route if a run has made it. */
async function deleteRoute(session: Session, path: string): Promise<Removal> {
  const { status, members } = await session.get(path);
  if (status === 404) return "absent";
  if (status !== 200) return { problem: `GET answered ${status}` };
  if (!isMatchOfRun(members.match)) return "absent";
  const removal = await remove(session, path);
  if (removal !== "absent") return removal;
  // A 404 is about the operation if the route still exists.
  const after = await session.get(path);
  return after.status === 404 ? "deleted" : { problem: "DELETE answered 404" };
}

/** Deletes a module of an edge. A run disables each module that it configures: a module that is enabled belongs to another party. */
async function deleteModule(session: Session, path: string): Promise<Removal> {
  const { members } = await session.get(path);
  return members.enabled === false ? remove(session, path) : "absent";
}
