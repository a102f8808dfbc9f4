import {
  type Account,
  type AccountObject,
  displayName,
  keyOf,
  listedDefinitions,
} from "../account/account";
import { type IdEntry, nameOf, notFound } from "../account/ids";
import { divided } from "./modules";

/** Patterns for what an import is about: if there are any, an object matches one of `include`; it matches none of `exclude`. */
export type Choice = Readonly<Record<"include" | "exclude", readonly string[]>>;

export function isChosen(texts: readonly string[], { include, exclude }: Choice): boolean {
  const matches = (pattern: string) => isMatch(texts, pattern);
  return (include.length === 0 || include.some(matches)) && !exclude.some(matches);
}

/** Whether a pattern, in which `*` stands for any text, matches one of the texts. */
export function isMatch(texts: readonly string[], pattern: string): boolean {
  const expression = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
  return texts.some((text) => new RegExp(`^${expression}$`, "is").test(text));
}

/** The texts that patterns match: a type, an id, both, and a domain, match or description. */
export const textsOf = (object: AccountObject): string[] => [
  ...textsOfSkipped({ type: object.definition.type, id: object.id }),
  displayName(object),
];

const textsOfSkipped = ({ type, id }: Readonly<Record<"type" | "id", string>>): string[] => [
  type,
  id,
  `${type} ${id}`,
];

/** Objects that cannot be read, and that the import would be about. */
export const chosenOf = (skipped: Account["skipped"], choice: Choice, only?: readonly IdEntry[]) =>
  skipped.filter((each) => {
    const texts = textsOfSkipped(each);
    const isListed = listedDefinitions.some(({ type }) => type === each.type);
    return (
      (!only || !isListed || only.some(({ key }) => texts.includes(key))) && isChosen(texts, choice)
    );
  });

/** What names an object: its key, its id alone, its edge as a whole, and the route of a module. */
export function keysOf(object: AccountObject): string[] {
  const { definition, id, outputs } = object;
  const own = [keyOf(object), id];
  if (definition.kind === "collection") return own;
  const [, , protocol] = definition.path.split("/");
  return [
    ...own,
    outputs.routeId === undefined ? `${protocol}-edge ${id}` : `HttpsEdgeRoute ${outputs.routeId}`,
  ];
}

/** What a document calls objects, by their keys: of an object at two addresses, both. */
export function namesIn(entries: readonly IdEntry[]): ReadonlyMap<string, readonly string[]> {
  const named = [...Map.groupBy(entries, ({ key }) => key)];
  return new Map(
    named.map(([key, all]) => [key, [...new Set(all.flatMap(({ name }) => name ?? []))]]),
  );
}

/** What was asked for, and is not in the account. */
export function absentFrom(
  account: Account,
  entries: readonly IdEntry[],
  include: Choice["include"],
): string[] {
  const { objects, missing, bare, skipped } = account;
  const all = objects.flatMap((each) => divided(each, { style: "resources", managed: new Set() }));
  const unreadable = skipped.map(textsOfSkipped);
  const texts = [...all.map(textsOf), ...unreadable];
  const edges = bare.map(({ edge: { kind, id } }) => `${kind} ${id}`);
  const known = new Set([
    ...all.flatMap(keysOf),
    ...unreadable.flat(),
    ...edges,
    ...missing.map(nameOf),
  ]);
  const isKnown = ({ key, named }: IdEntry) =>
    known.has(key) || (named && known.has(nameOf(named)));
  // An id alone may be that of another service's object.
  const absent = entries.filter((each) => each.key.includes(" ") && !isKnown(each));
  const patterns = include.filter((each) => !texts.some((object) => isMatch(object, each)));
  return [
    ...notFound(missing),
    ...absent.map(({ key }) => `not found: ${key}`),
    ...patterns.map((each) => `no object matches ${each}`),
  ];
}
