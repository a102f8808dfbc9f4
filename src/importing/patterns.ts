import {
  type Account,
  type AccountObject,
  displayName,
  keyOf,
  listedDefinitions,
  objectKey,
  type SkippedObject,
} from "../account/account";
import {
  definitions,
  type IdEntry,
  namedObjectLabel,
  notFoundNotes,
} from "../account/ids/named-objects";
import type { SingletonDefinition } from "../core/schema/definition";
import { separateModules } from "./modules";

/**
 * Patterns that select objects: an object matches a pattern of `include`, if there are any, and no
 * pattern of `exclude`.
 */
export interface Patterns {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export function isSelected(texts: readonly string[], { include, exclude }: Patterns): boolean {
  const matches = (pattern: string) => matchesPattern(texts, pattern);
  return (include.length === 0 || include.some(matches)) && !exclude.some(matches);
}

/** Checks whether one of the texts matches a pattern, in which `*` stands for any text. Letter case makes no difference. */
export function matchesPattern(texts: readonly string[], pattern: string): boolean {
  const expression = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
  return texts.some((text) => new RegExp(`^${expression}$`, "is").test(text));
}

/** The texts of an object that patterns match: its type, its id, both, and its domain, match or description. */
export const matchableTexts = (object: AccountObject): string[] => [
  ...textsOfKey({ type: object.definition.type, id: object.id }),
  displayName(object),
];

const textsOfKey = ({ type, id }: Pick<SkippedObject, "type" | "id">): string[] => [
  type,
  id,
  keyOf(type, id),
];

/**
 * Selects the unreadable objects that the import would otherwise contain.
 *
 * @param only The entries to which the import is limited. Default: not limited.
 */
export const selectUnreadable = (
  skipped: Account["skipped"],
  patterns: Patterns,
  only?: readonly IdEntry[],
): SkippedObject[] =>
  skipped.filter((object) => {
    const texts = textsOfKey(object);
    const isListed = listedDefinitions.some(({ type }) => type === object.type);
    const isExcluded = only && isListed && !only.some(({ key }) => texts.includes(key));
    return !isExcluded && isSelected(texts, patterns);
  });

/**
 * The keys of entries that name an object: its own key, its id alone, and of a module also its
 * route or its whole edge.
 */
export function identifyingKeys(object: AccountObject): string[] {
  const { definition, id, outputs } = object;
  const keys = [objectKey(object), id];
  if (definition.kind === "collection") return keys;
  if (outputs.routeId !== undefined) return [...keys, `HttpsEdgeRoute ${outputs.routeId}`];
  return [...keys, edgeKey(definition, id)];
}

/** The key of the edge of a module, such as `https-edge e_1`. */
function edgeKey({ path }: SingletonDefinition, id: string): string {
  const [, , protocol] = path.split("/");
  return `${protocol}-edge ${id}`;
}

/** The names of objects in a document, by their keys. An object that a document contains twice has two names. */
export function documentNames(entries: readonly IdEntry[]): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const { key, name } of entries) {
    const known = names.get(key) ?? [];
    if (name !== undefined && !known.includes(name)) known.push(name);
    names.set(key, known);
  }
  return names;
}

/** Notes about entries and patterns for which the account does not contain an object. */
export function absentNotes(
  account: Account,
  entries: readonly IdEntry[],
  include: Patterns["include"],
): string[] {
  const objects = account.objects.flatMap((object) =>
    separateModules(object, { style: "resources", managed: new Set() }),
  );
  const known = knownKeys(account, objects);
  const isKnown = ({ key, named }: IdEntry) =>
    known.has(key) || (named !== undefined && known.has(namedObjectLabel(named)));
  // An entry without a type may be an object of another service.
  const hasType = ({ key }: IdEntry) => key.includes(" ");
  const absent = entries.filter((entry) => hasType(entry) && !isKnown(entry));
  const texts = [...objects.map(matchableTexts), ...account.skipped.map(textsOfKey)];
  const unmatched = include.filter(
    (pattern) => !texts.some((textsOfObject) => matchesPattern(textsOfObject, pattern)),
  );
  return [
    ...notFoundNotes(account.missingRoutes),
    ...absent.map(({ key }) => `not found: ${key}`),
    ...unmatched.map((pattern) => `no object matches ${pattern}`),
  ];
}

/** The keys of all objects that the account contains, or about which another note exists. */
const knownKeys = (account: Account, objects: readonly AccountObject[]): ReadonlySet<string> =>
  new Set([
    ...objects.flatMap(identifyingKeys),
    ...account.skipped.flatMap(textsOfKey),
    ...account.skipped.flatMap(edgeKeys),
    ...account.edgesWithoutModules.map(({ edge: { kind, id } }) => `${kind} ${id}`),
    ...account.missingRoutes.map(namedObjectLabel),
  ]);

/** The key of the edge of a module that cannot be read. Empty for other objects. */
function edgeKeys({ type, id }: SkippedObject): string[] {
  const definition = definitions.find((known) => known.type === type);
  if (definition?.kind !== "singleton" || definition.of.kind !== "external") return [];
  return [edgeKey(definition, id)];
}
