import type { CollectionDefinition, SingletonDefinition } from "../../core/schema/definition";
import { MASK } from "../engine/secrets";
import { SECRET, UNKNOWN, type Value, type ValueMap } from "./value";

/** The titles of objects in reports. */

/** The words for an id that is a secret, or known at apply. */
export const HIDDEN_ID = "(hidden id)";

/** The title of an object that a resource declares: the values by which clients know it, or else the name of the resource. */
export function titleOfResource(
  { name, title, identity }: CollectionDefinition,
  id: string,
  values: ValueMap,
  resourceName: string,
): string {
  if (name === "httpsEdgeRoute") return routeTitle(id, values);
  const identifying = identity?.map((argument) => textOf(values[argument])).join(" ");
  return `${inSentence(title)} ${identifying ?? resourceName}`;
}

/** The title of an object that only module resources name: an edge, or a route that another program manages. */
export const titleOfOwner = (
  owner: SingletonDefinition["of"],
  id: string,
  moduleValues: ValueMap,
): string => (owner.kind === "external" ? `${owner.title} ${id}` : routeTitle(id, moduleValues));

function routeTitle(id: string, { match, matchType, edgeId }: ValueMap): string {
  const edge = `on edge ${textOf(edgeId)}`;
  if (match === undefined) return `route ${id} ${edge}`;
  const kind = matchType === "exact_path" ? "exact" : "prefix";
  return `route ${textOf(match)} (${kind}) ${edge}`;
}

function textOf(value: Value): string {
  if (value === SECRET) return MASK;
  return value === UNKNOWN || value === undefined ? "(known at apply)" : String(value);
}

/** A heading of the API's reference as part of a sentence: an abbreviation stays as it is. */
export const inSentence = (title: string): string =>
  title.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
