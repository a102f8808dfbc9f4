import {
  type Account,
  type AccountObject,
  displayName,
  listedDefinitions,
  objectKey,
} from "../account/account";
import { type IdEntry, namedObjectLabel, notFoundNotes } from "../account/ids/named-objects";
import { separateModules } from "./modules";

/** Patterns for what an import is about: if there are any, an object matches one of `include`; it matches none of `exclude`. */
export type Patterns = Readonly<Record<"include" | "exclude", readonly string[]>>;

export function isSelected(texts: readonly string[], { include, exclude }: Patterns): boolean {
  const matches = (pattern: string) => matchesPattern(texts, pattern);
  return (include.length === 0 || include.some(matches)) && !exclude.some(matches);
}

/** Whether a pattern, in which `*` stands for any text, matches one of the texts. */
export function matchesPattern(texts: readonly string[], pattern: string): boolean {
  const expression = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
  return texts.some((text) => new RegExp(`^${expression}$`, "is").test(text));
}

/** The texts that patterns match: a type, an id, both, and a domain, match or description. */
export const matchableTexts = (object: AccountObject): string[] => [
  ...textsOfSkipped({ type: object.definition.type, id: object.id }),
  displayName(object),
];

const textsOfSkipped = ({ type, id }: Readonly<Record<"type" | "id", string>>): string[] => [
  type,
  id,
  `${type} ${id}`,
];

/** Objects that cannot be read, and that the import would be about. */
export const selectUnreadable = (
  skipped: Account["skipped"],
  choice: Patterns,
  only?: readonly IdEntry[],
) =>
  skipped.filter((each) => {
    const texts = textsOfSkipped(each);
    const isListed = listedDefinitions.some(({ type }) => type === each.type);
    return (
      (!only || !isListed || only.some(({ key }) => texts.includes(key))) &&
      isSelected(texts, choice)
    );
  });

/** What names an object: its key, its id alone, its edge as a whole, and the route of a module. */
export function identifyingKeys(object: AccountObject): string[] {
  const { definition, id, outputs } = object;
  const own = [objectKey(object), id];
  if (definition.kind === "collection") return own;
  const [, , protocol] = definition.path.split("/");
  return [
    ...own,
    outputs.routeId === undefined ? `${protocol}-edge ${id}` : `HttpsEdgeRoute ${outputs.routeId}`,
  ];
}

/** What a document calls objects, by their keys: of an object at two addresses, both. */
export function documentNames(entries: readonly IdEntry[]): ReadonlyMap<string, readonly string[]> {
  const named = [...Map.groupBy(entries, ({ key }) => key)];
  return new Map(
    named.map(([key, all]) => [key, [...new Set(all.flatMap(({ name }) => name ?? []))]]),
  );
}

/** What was asked for, and is not in the account. */
export function absentNotes(
  account: Account,
  entries: readonly IdEntry[],
  include: Patterns["include"],
): string[] {
  const { objects, missingRoutes, edgesWithoutModules, skipped } = account;
  const all = objects.flatMap((each) =>
    separateModules(each, { style: "resources", managed: new Set() }),
  );
  const unreadable = skipped.map(textsOfSkipped);
  const texts = [...all.map(matchableTexts), ...unreadable];
  const edges = edgesWithoutModules.map(({ edge: { kind, id } }) => `${kind} ${id}`);
  const known = new Set([
    ...all.flatMap(identifyingKeys),
    ...unreadable.flat(),
    ...edges,
    ...missingRoutes.map(namedObjectLabel),
  ]);
  const isKnown = ({ key, named }: IdEntry) =>
    known.has(key) || (named && known.has(namedObjectLabel(named)));
  // An id alone may be that of another service's object.
  const absent = entries.filter((each) => each.key.includes(" ") && !isKnown(each));
  const patterns = include.filter((each) => !texts.some((object) => matchesPattern(object, each)));
  return [
    ...notFoundNotes(missingRoutes),
    ...absent.map(({ key }) => `not found: ${key}`),
    ...patterns.map((each) => `no object matches ${each}`),
  ];
}
