import * as definitions from "../../core/definitions";
import type { Definition, SingletonDefinition } from "../../core/schema/definition";
import { UNKNOWN, type Values } from "../../core/schema/values";
import type { Arguments } from "./arguments";

/** What an object of the ingress is: the name of its definition, or the kind of an edge. */
export type ObjectKind = keyof typeof definitions | "httpsEdge" | "tlsEdge" | "tcpEdge";

/** Modules by their names. */
export type Modules = Readonly<Record<string, Arguments>>;

/** What resources declare of a route, an edge, or an object of the account. */
export interface DeclaredObject {
  readonly kind: ObjectKind;
  /** The URN of its resource; its id, if a module alone shows it; or what tells it from objects whose ids are hidden. */
  readonly key: string;
  /** What people call it. */
  readonly title: string;
  /** None of an edge, or of a route that is managed elsewhere. */
  readonly args?: Arguments;
  readonly modules: Modules;
  /** Whether requests reach a backend: they may, if the program does not declare the backend. */
  readonly isServing: boolean;
  /** What the service last returned of it. */
  readonly outputs: Values;
}

export const byType: ReadonlyMap<string, Definition> = new Map(
  Object.values<Definition>(definitions).map((each) => [each.type, each]),
);

/** What people call an object: by what its clients know, else by its resource. */
export function titleOf(of: SingletonDefinition["of"], key: string, values: Values, resourceName = ""): string {
  // Of a resource whose id the preview does not show, the key is the URN.
  const id = /^(hidden id, of |urn:)/.test(key) ? "(hidden id)" : key;
  if (of.kind === "external") return `${of.title} ${id}`;
  if (of.name !== "httpsEdgeRoute") {
    const identity = of.identity?.map((name) => textOrUnknown(values[name])).join(" ");
    return `${inSentence(of.title)} ${identity ?? resourceName}`;
  }
  const { match, matchType, edgeId } = values;
  const edge = `on edge ${textOrUnknown(edgeId)}`;
  if (match === undefined) return `route ${id} ${edge}`;
  return `route ${textOrUnknown(match)} (${matchType === "exact_path" ? "exact" : "prefix"}) ${edge}`;
}

const textOrUnknown = (value: unknown): string =>
  value === UNKNOWN || value === undefined ? "(known at apply)" : String(value);

/** A heading of the API's reference as part of a sentence: an abbreviation stays as it is. */
const inSentence = (title: string): string => title.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
