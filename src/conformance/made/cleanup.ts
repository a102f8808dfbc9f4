import { isSuccess } from "../../core/client/status";
import type { Values } from "../../core/schema/values";
import { isMatchOfRun, markedText } from "../mark";
import { isModuleUnset } from "../requests/answers";
import type { Session } from "../requests/session";
import { authorities, type Collection, collections, objectPath, routesPath } from "./collections";
import { objectsOf } from "./pages";
import { parseRecord, type RecordContents } from "./record";

/** The result of a cleanup. */
export interface Cleanup {
  /** The objects that were deleted, as `agent ingress agin_1`. */
  readonly deleted: readonly string[];
  /** The objects that could not be deleted, with the reason. */
  readonly left: readonly string[];
}

/**
 * Deletes all objects that this run or an earlier run has made. The objects of an earlier run are recognized by their mark alone, so
 * that a run that was killed leaves nothing to the next run.
 *
 * @param contents The record of this run.
 */
export async function cleanUp(session: Session, contents?: RecordContents): Promise<Cleanup> {
  const results = new CleanupResults();
  if (contents) await deleteRecorded(session, contents, results);
  for (const collection of collections) {
    const objects = await results.list(session, collection);
    for (const object of objects) await deleteObject(session, collection, object, results);
  }
  await deleteUnmarked(session, results);
  return results;
}

/** Deletes the objects of this session whose mark the service does not show. Routes are in the record. */
async function deleteUnmarked(session: Session, results: CleanupResults): Promise<void> {
  const paths = [...session.createdPaths].filter((path) => !path.startsWith("/edges/"));
  const unmarked = paths.filter((path) => !results.seen.has(path));
  for (const path of unmarked) await results.attempt(path, () => remove(session, path));
}

async function deleteObject(
  session: Session,
  collection: Collection,
  object: Values,
  results: CleanupResults,
): Promise<void> {
  const contents = collection === authorities ? recordOf(object) : undefined;
  const path = objectPath(collection, object.id);
  results.seen.add(path);
  // The record stays while something that it names exists.
  if (contents && !(await deleteRecorded(session, contents, results))) return;
  await results.attempt(`${collection.noun} ${String(object.id)}`, () => remove(session, path));
}

/** The results of the attempts to delete something. */
class CleanupResults implements Cleanup {
  readonly deleted: string[] = [];
  readonly left: string[] = [];
  /** The paths of the marked objects of the lists. */
  readonly seen = new Set<string>();

  addLeft(name: string): void {
    if (!this.left.includes(name)) this.left.push(name);
  }

  /** The marked objects of a collection, as far as its list can be read. */
  async list(session: Session, collection: Collection): Promise<readonly Values[]> {
    const marked: Values[] = [];
    try {
      for await (const object of objectsOf(session, collection))
        if (markedText(object) !== undefined) marked.push(object);
    } catch (error) {
      const reason = (error as Error).message;
      this.left.push(
        `objects of earlier runs, perhaps: ${collection.path} cannot be read: ${reason}`,
      );
    }
    return marked;
  }

  /** Deletes something. True if it does not exist afterwards. */
  async attempt(name: string, remove: () => Promise<Removal>): Promise<boolean> {
    const removal = await remove().catch((error: Error): Removal => ({ problem: error.message }));
    if (removal === "deleted") this.deleted.push(name);
    if (typeof removal === "object") this.addLeft(`${name}: ${removal.problem}`);
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
  if (pending !== undefined) results.addLeft(pendingText(edge, pending));
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
  if (isSuccess(status)) return "deleted";
  return status === 404 ? "absent" : { problem: `DELETE answered ${status}` };
}

/** Deletes a route that a record names. */
async function deleteRoute(session: Session, path: string): Promise<Removal> {
  const { status, members } = await session.get(path);
  if (status === 404) return "absent";
  if (!isSuccess(status)) return { problem: `GET answered ${status}` };
  if (!isMatchOfRun(members.match) && markedText(members) === undefined)
    return { problem: "it has neither the path nor the mark of a run" };
  const removal = await remove(session, path);
  if (removal !== "absent") return removal;
  // A 404 is about the operation if the route still exists.
  const after = await session.get(path);
  return after.status === 404 ? "deleted" : { problem: "DELETE answered 404" };
}

/** Deletes a module of an edge. A run disables each module that it configures: a module that is enabled belongs to another party. */
async function deleteModule(session: Session, path: string): Promise<Removal> {
  const answer = await session.get(path);
  if (isModuleUnset(answer) && answer.members.enabled !== false) return "absent";
  if (!isSuccess(answer.status)) return { problem: `GET answered ${answer.status}` };
  if (answer.members.enabled === undefined) return { problem: "GET does not show `enabled`" };
  return answer.members.enabled === false ? remove(session, path) : "absent";
}
