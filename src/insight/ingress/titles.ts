import type { SingletonDefinition } from "../../core/schema/definition";
import { MASK } from "../engine/secrets";
import { SECRET, UNKNOWN, type Value, type ValueMap } from "./value";

/** The title of an object for people: what its clients know it by, or else the name of its resource. */
export function titleOf(
  of: SingletonDefinition["of"],
  key: string,
  values: ValueMap,
  resourceName = "",
): string {
  // These keys are no ids: the URN of a resource, or the key of `hiddenOwner` in owners.ts.
  const id = /^(hidden id, of |urn:)/.test(key) ? "(hidden id)" : key;
  if (of.kind === "external") return `${of.title} ${id}`;
  if (of.name !== "httpsEdgeRoute") {
    const identity = of.identity?.map((name) => textOf(values[name])).join(" ");
    return `${inSentence(of.title)} ${identity ?? resourceName}`;
  }
  const { match, matchType, edgeId } = values;
  const edge = `on edge ${textOf(edgeId)}`;
  if (match === undefined) return `route ${id} ${edge}`;
  return `route ${textOf(match)} (${matchType === "exact_path" ? "exact" : "prefix"}) ${edge}`;
}

function textOf(value: Value): string {
  if (value === SECRET) return MASK;
  return value === UNKNOWN || value === undefined ? "(known at apply)" : String(value);
}

/** A heading of the API's reference as part of a sentence: an abbreviation stays as it is. */
const inSentence = (title: string): string =>
  title.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
