import { UNKNOWN, type Values } from "../../core/schema/values";
import { byType, objectKind, shownKey } from "./kinds";
import type { DeclaredObject } from "./objects";

const owners = new Map(
  [...byType.values()].map((each) => [objectKind(each), each.kind === "singleton" ? each.of : each] as const),
);

/** What people call an object: by what its clients know, else by its resource. */
export function titleOf({ kind, key, own, edgeId }: DeclaredObject): string {
  const definition = owners.get(kind);
  const values = own?.values ?? { edgeId };
  if (kind === "httpsEdgeRoute") return routeTitle(values, key);
  if (definition?.kind === "external") return `${definition.title} ${shownKey(key)}`;
  const identity = definition?.identity?.map((name) => textOrUnknown(values[name])).join(" ");
  return `${inSentence(definition?.title ?? kind)} ${identity ?? own?.source.name}`;
}

function routeTitle({ match, matchType, edgeId }: Values, key: string): string {
  const edge = `on edge ${textOrUnknown(edgeId)}`;
  if (match === undefined) return `route ${shownKey(key)} ${edge}`;
  return `route ${textOrUnknown(match)} (${matchType === "exact_path" ? "exact" : "prefix"}) ${edge}`;
}

const textOrUnknown = (value: unknown): string =>
  value === UNKNOWN || value === undefined ? "(known at apply)" : String(value);

/** A heading of the API's reference as part of a sentence: an abbreviation stays as it is. */
const inSentence = (title: string): string => title.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
