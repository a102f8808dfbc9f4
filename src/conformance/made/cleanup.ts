import { stableJson, type Values } from "../../core/schema/values";
import { isMatchOfRun, markedText } from "../mark";
import type { Session } from "../requests/session";
import { authorities, type Collection, collections, objectPath, routesPath } from "./collections";
import { listObjects } from "./pages";
import { type MadeModule, parseRecord, type RecordContents } from "./record";

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
  const deleted: string[] = [];
  const left: string[] = [];
  const attempt = async (name: string, remove: () => Promise<Removal>) => {
    const removal = await remove().catch((error: Error): Removal => ({ problem: error.message }));
    if (removal === "deleted") deleted.push(name);
    else if (removal !== "absent") left.push(`${name}: ${removal.problem}`);
    return removal === "deleted" || removal === "absent";
  };
  for (const collection of collections) {
    const objects = await markedObjects(session, collection).catch((error: Error) => {
      left.push(`the objects of ${collection.path}: ${error.message}`);
      return [];
    });
    for (const object of objects) {
      const contents = collection === authorities ? recordOf(object) : undefined;
      const isEmpty = contents === undefined || (await deleteRecorded(session, contents, attempt));
      // The record stays while something that it names exists.
      if (isEmpty)
        await attempt(`${collection.noun} ${String(object.id)}`, () =>
          remove(session, objectPath(collection, object.id)),
        );
    }
  }
  return { deleted, left };
}

type Removal = "deleted" | "absent" | { readonly problem: string };
type Attempt = (name: string, remove: () => Promise<Removal>) => Promise<boolean>;

async function markedObjects(session: Session, collection: Collection): Promise<readonly Values[]> {
  const objects = await listObjects(session, collection);
  return objects.filter((object) => markedText(object) !== undefined);
}

const recordOf = (authority: Values): RecordContents | undefined =>
  parseRecord(markedText(authority) ?? "");

/** Deletes the routes and the modules of a record. True if none is left. */
async function deleteRecorded(
  session: Session,
  { edge, routes, modules }: RecordContents,
  attempt: Attempt,
): Promise<boolean> {
  let isEmpty = true;
  for (const id of routes) {
    const path = objectPath({ path: routesPath(edge ?? "") }, id);
    isEmpty &&= await attempt(`route ${id} of edge ${edge}`, () => deleteRoute(session, path));
  }
  for (const module of modules)
    isEmpty &&= await attempt(`module ${module.path}`, () => deleteModule(session, module));
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
  // The route exists, so that a 404 is about the operation.
  return removal === "absent" ? { problem: "DELETE answered 404" } : removal;
}

/** Deletes a module of an edge, unless somebody has changed it since. */
async function deleteModule(session: Session, { path, body }: MadeModule): Promise<Removal> {
  const { status, members } = await session.get(path);
  if (status === 404) return "absent";
  const isUnchanged = stableJson(members) === stableJson(body);
  return isUnchanged ? remove(session, path) : "absent";
}
