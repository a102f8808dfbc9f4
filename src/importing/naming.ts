import { type AccountObject, displayName, objectKey } from "../account/account";
import { findFreeName, shortTypeName } from "../codegen/symbols";
import { camelCase, kebabCase } from "../core/schema/case";
import { proseReason } from "../core/schema/credentials";
import type { SingletonDefinition } from "../core/schema/definition";
import type { ProgramOptions } from "./options";

/** Names of resources by the keys of their objects. */
export type Names = ReadonlyMap<string, string>;

/** Names of resources in the stack. Languages do not restrict them, because a variable can have another name. */
export interface Naming {
  readonly names: Names;
  /** Notes about objects that have another name in the document than in the program. */
  readonly notes: readonly string[];
}

/**
 * Names objects as a document does, else by their arguments. Objects that the account gets later do
 * not change the names.
 */
export function nameObjects(
  objects: readonly AccountObject[],
  { preferredNames, existingNames, takenNames }: ProgramOptions,
): Naming {
  const names = new Map(existingNames);
  // Names of settings count, too, because the secrets of a resource are a setting with its name.
  const used = new UsedNames([...takenNames, ...existingNames.values()]);
  const changes: NameChange[] = [];
  const assign = (object: AccountObject, name: string) => {
    names.set(objectKey(object), name);
    used.add(name, object);
  };
  const unnamed = () => objects.filter((object) => !names.has(objectKey(object)));
  for (const object of unnamed()) {
    const preferred =
      preferredNames?.get(objectKey(object)) ?? preferredNames?.get(object.id) ?? [];
    changes.push(...findChanges(object, preferred, used));
    const name = legalName(preferred[0] ?? "");
    if (name !== "") assign(object, freeName(name, object, used));
  }
  for (const object of unnamed()) assign(object, derivedName(object, objects, names, used));
  return { names, notes: changes.map((change) => changeText(change, names)) };
}

/** Names in use. */
class UsedNames {
  private readonly names = new Set<string>();
  /** The objects of the names, by their normalized names. The object of a name in the stack is unknown. */
  private readonly objects = new Map<string, AccountObject | undefined>();

  constructor(names: Iterable<string>) {
    for (const name of names) this.add(name);
  }

  add(name: string, object?: AccountObject): void {
    this.names.add(name);
    if (!this.hasSimilar(name)) this.objects.set(normalizedName(name), object);
  }

  has(name: string): boolean {
    return this.names.has(name);
  }

  /** Checks whether a name differs only in letter case and hyphens, so that people would confuse the names. */
  hasSimilar(name: string): boolean {
    return this.objects.has(normalizedName(name));
  }

  /** The object with a similar name, if it is known. */
  objectWithSimilarName(name: string): AccountObject | undefined {
    return this.objects.get(normalizedName(name));
  }
}

const normalizedName = (name: string): string => camelCase(name).toLowerCase();

/** A name in the document that the object does not have in the program. */
interface NameChange {
  readonly object: AccountObject;
  readonly documentName: string;
  readonly reason: string;
}

const TAKEN = "another resource has that name";
const ILLEGAL = "a name contains letters from a to z, digits, _ and - only";
const TWICE = "the document contains the object more than once";

/** The names in the document that the program cannot use for an object. */
function findChanges(
  object: AccountObject,
  [preferred, ...duplicates]: readonly string[],
  used: UsedNames,
): NameChange[] {
  if (preferred === undefined) return [];
  const changes = duplicates.map((documentName): NameChange => {
    return { object, documentName, reason: TWICE };
  });
  const name = legalName(preferred);
  if (used.has(name)) {
    changes.unshift({ object, documentName: preferred, reason: TAKEN });
    // Another character, such as a dot, becomes a hyphen without a note: people recognize the name.
  } else if (lettersAndDigits(preferred) !== lettersAndDigits(name)) {
    changes.unshift({ object, documentName: preferred, reason: ILLEGAL });
  }
  return changes;
}

function changeText({ object, documentName, reason }: NameChange, names: Names): string {
  const label = `${object.definition.type} ${displayName(object)} (${object.id})`;
  return `${label} is named ${names.get(objectKey(object))}, not ${documentName}: ${reason}`;
}

/** A legal name with the words of a text. A legal text stays as it is. */
function legalName(text: string): string {
  if (/^\w[\w-]*$/.test(text)) return text;
  return (withoutDiacritics(text).match(/\w+/g) ?? []).join("-");
}

const withoutDiacritics = (text: string): string =>
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "");

const lettersAndDigits = (text: string): string =>
  (text.normalize("NFC").match(/[\p{L}\p{N}_]/gu) ?? []).join("");

/** The name if it is free, else the name with a property of the object, else with a number. */
function freeName(name: string, object: AccountObject, used: UsedNames): string {
  const properties = distinguishingProperties(object).filter((property) => property !== "");
  const candidates = [name, ...properties.map((property) => hyphenJoined(name, property))];
  const free = candidates.find((candidate) => !used.has(candidate));
  return free ?? findFreeName(name, (candidate) => used.has(candidate), "-");
}

/** A free name that is derived from an object. */
function derivedName(
  object: AccountObject,
  objects: readonly AccountObject[],
  names: Names,
  used: UsedNames,
): string {
  const { kind } = object.definition;
  const candidates =
    kind === "singleton" ? moduleNames(object, objects, names) : objectNames(object, used);
  const isUsed = (name: string) => used.hasSimilar(name);
  const free = candidates.find((name) => !isUsed(name));
  return free ?? findFreeName(`${candidates[0]}`, isUsed, "-");
}

/**
 * Names for a module in order of preference. A module of a declared route is named after the route. A module of an edge is named
 * after its kind alone if the import contains no other module of that kind; otherwise the name contains the id of the edge.
 */
function moduleNames(
  object: AccountObject,
  objects: readonly AccountObject[],
  names: Names,
): string[] {
  const { id, outputs } = object;
  const definition = object.definition as SingletonDefinition;
  const module = kebabCase(definition.module);
  const type = kebabCase(definition.type);
  const withId = [hyphenJoined(module, slug(id)), hyphenJoined(type, slug(id))];
  const isOnCollection = definition.of.kind === "collection";
  const routeName = isOnCollection
    ? names.get(`${definition.of.type} ${outputs.routeId}`)
    : undefined;
  if (routeName !== undefined) return [hyphenJoined(routeName, module), ...withId];
  const sameModule = objects.filter(
    ({ definition: other }) => other.kind === "singleton" && other.module === definition.module,
  );
  if (sameModule.length === 1) return [module, ...withId];
  const sameType = sameModule.filter(({ definition: other }) => other === definition);
  return sameType.length === 1 ? [type, ...withId] : withId;
}

/**
 * Names for an object in order of preference: its domain, match or description, then with a property that distinguishes it from the
 * object that has that name, then with its id.
 */
function objectNames(object: AccountObject, used: UsedNames): string[] {
  const name = plainName(object);
  const properties = distinguishingProperties(object);
  const rival = used.objectWithSimilarName(name);
  const candidates = [name];
  if (rival) {
    const rivalProperties = distinguishingProperties(rival);
    const differing = properties.filter((property, index) => property !== rivalProperties[index]);
    candidates.push(...differing.map((property) => hyphenJoined(name, property)));
  } else {
    // The name is free, or a resource of the stack has it, whose properties are unknown.
    const [type = "", edge = ""] = properties;
    candidates.push(hyphenJoined(name, edge === "" ? type : edge));
  }
  candidates.push(hyphenJoined(name, slug(object.id)));
  return candidates;
}

/**
 * A name from a domain, a match or a description. A text with a credential is skipped, because
 * files and output contain names.
 */
function plainName({ definition, outputs }: AccountObject): string {
  const texts = [outputs.domain, outputs.match, outputs.description].filter(
    (text) => typeof text !== "string" || !proseReason(text),
  );
  const text = texts.map(slug).find((candidate) => candidate !== "") ?? "";
  return /^[a-z]/.test(text) ? text : hyphenJoined(shortTypeName(definition.type), text);
}

/**
 * Properties that distinguish objects of the same name: the type, the edge, the match type, and the
 * kind of the target.
 */
function distinguishingProperties({ definition, outputs }: AccountObject): string[] {
  const { edgeId, matchType, target } = outputs;
  const targetKind = kebabCase(Object.keys(target ?? {})[0] ?? "");
  return [shortTypeName(definition.type), slug(edgeId), slug(matchType), slug(targetKind)];
}

const hyphenJoined = (...parts: readonly string[]): string => parts.filter(Boolean).join("-");

/** The first 48 characters of a name, without an incomplete word if there are several words. */
const BEGINNING = /^.{0,48}(?![a-z\d])|^.{48}/;

/** A short text of words that are joined by hyphens. Letters have no diacritics. */
const slug = (value: unknown): string =>
  BEGINNING.exec(hyphenated(withoutDiacritics(String(value ?? ""))))?.[0] ?? "";

/** The words of a text in lower case, joined by hyphens. */
export const hyphenated = (text: string): string =>
  (text.toLowerCase().match(/[a-z\d]+/g) ?? []).join("-");
