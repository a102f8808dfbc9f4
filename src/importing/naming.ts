import { type AccountObject, displayName, objectKey } from "../account/account";
import { findFreeName, shortTypeName } from "../codegen/symbols";
import { camelCase, kebabCase } from "../core/schema/case";
import { proseReason } from "../core/schema/credentials";
import type { SingletonDefinition } from "../core/schema/definition";
import type { ProgramOptions } from "./options";

/** Names of resources by the keys of their objects. */
export type Names = ReadonlyMap<string, string>;

/** The names that Pulumi has for resources. No language restricts them: a program can have another name for a variable. */
export interface Naming {
  readonly names: Names;
  /** Names that a document has for objects and the program does not have, with the reasons. */
  readonly notes: readonly string[];
}

/** Names objects as a document does, else after what they are; what is added to the account later does not change the names. */
export function nameObjects(objects: readonly AccountObject[], options: ProgramOptions): Naming {
  const { preferredNames, existingNames, takenNames } = options;
  const names = new Map(existingNames);
  const used = new UsedNames([...takenNames, ...existingNames.values()]);
  const changes: Change[] = [];
  const give = (object: AccountObject, name: string) => {
    names.set(objectKey(object), name);
    used.add(name, object);
  };
  const unnamed = () => objects.filter((object) => !names.has(objectKey(object)));
  for (const object of unnamed()) {
    const wishes = preferredNames?.get(objectKey(object)) ?? preferredNames?.get(object.id) ?? [];
    changes.push(...changesOfWishes(object, wishes, used));
    const name = legalName(wishes[0] ?? "");
    if (name !== "") give(object, freeLike(name, traitsOf(object), used));
  }
  for (const object of unnamed()) give(object, derivedName(object, names, objects, used));
  return { names, notes: changes.map((change) => changeText(change, names)) };
}

/** The names that a document has for an object and that the program cannot have. */
function changesOfWishes(
  object: AccountObject,
  [wish, ...others]: readonly string[],
  used: UsedNames,
): Change[] {
  if (wish === undefined) return [];
  const twice = others.map((other): Change => ({ object, wish: other, reason: TWICE }));
  const name = legalName(wish);
  if (used.has(name)) return [{ object, wish, reason: TAKEN }, ...twice];
  return isWhole(wish, name) ? twice : [{ object, wish, reason: ILLEGAL }, ...twice];
}

/** A free name after what an object is; of a module, after the object that has it. */
function derivedName(
  object: AccountObject,
  names: Names,
  objects: readonly AccountObject[],
  used: UsedNames,
): string {
  const isModule = object.definition.kind === "singleton";
  const wanted = isModule ? moduleNames(object, names, objects) : objectNames(object, used);
  const isUsed = (name: string) => used.like(name) !== undefined;
  return wanted.find((name) => !isUsed(name)) ?? findFreeName(`${wanted[0]}`, isUsed, "-");
}

/** Names that resources have; of those in the stack, the object is not known. */
class UsedNames {
  private readonly names = new Set<string>();
  private readonly identities = new Map<string, { readonly object?: AccountObject }>();

  constructor(taken: Iterable<string>) {
    for (const name of taken) this.add(name);
  }

  add(name: string, object?: AccountObject): void {
    this.names.add(name);
    if (!this.like(name)) this.identities.set(identity(name), object ? { object } : {});
  }

  has(name: string): boolean {
    return this.names.has(name);
  }

  /** What has a name that differs in nothing but letter case and hyphens, which a person confuses. */
  like(name: string) {
    return this.identities.get(identity(name));
  }
}

const identity = (name: string): string => camelCase(name).toLowerCase();

/** A name that a document has for an object and the program does not have. */
interface Change {
  readonly object: AccountObject;
  readonly wish: string;
  readonly reason: string;
}

const TAKEN = "another resource has that name";
const ILLEGAL = "a name contains letters from a to z, digits, _ and - only";
const TWICE = "the document contains the object more than once";

function changeText({ object, wish, reason }: Change, names: Names): string {
  const label = `${object.definition.type} ${displayName(object)} (${object.id})`;
  return `${label} is named ${names.get(objectKey(object))}, not ${wish}: ${reason}`;
}

/** A name as it is, if a name may contain all of it; else with hyphens in place of what it may not contain. */
function legalName(text: string): string {
  if (/^\w[\w-]*$/.test(text)) return text;
  return (withoutMarks(text).match(/\w+/g) ?? []).join("-");
}

const withoutMarks = (text: string): string => text.normalize("NFKD").replaceAll(/\p{M}/gu, "");

/** Whether a name has all letters and digits of a text. */
const isWhole = (text: string, name: string): boolean => lettersOf(text) === lettersOf(name);

const lettersOf = (text: string): string =>
  (text.normalize("NFC").match(/[\p{L}\p{N}_]/gu) ?? []).join("");

/** The name if it is free, else the name with what differs, else with a number. */
function freeLike(name: string, traits: readonly string[], used: UsedNames): string {
  const wanted = [name, ...traits.filter(Boolean).map((trait) => joined(name, trait))];
  return (
    wanted.find((each) => !used.has(each)) ?? findFreeName(name, (each) => used.has(each), "-")
  );
}

/** The names that a module should have, the best first: after its route; the id of its edge is a part if there are others. */
function moduleNames(
  object: AccountObject,
  names: Names,
  objects: readonly AccountObject[],
): string[] {
  const { definition, id, outputs } = object;
  const { of, module } = definition as SingletonDefinition;
  const type = kebabCase(definition.type);
  const withId = [joined(kebabCase(module), slug(id)), joined(type, slug(id))];
  const owner = of.kind === "collection" ? names.get(`${of.type} ${outputs.routeId}`) : undefined;
  if (owner !== undefined) return [joined(owner, kebabCase(module)), ...withId];
  const alike = objects.filter(
    (each) => each.definition.kind === "singleton" && each.definition.module === module,
  );
  const isOnly = alike.filter((each) => each.definition === definition).length === 1;
  return [...(isOnly ? [alike.length === 1 ? kebabCase(module) : type] : []), ...withId];
}

/** The names that an object should have, the best first: its id is a part of the last, for nothing else tells it apart. */
function objectNames(object: AccountObject, used: UsedNames): string[] {
  const traits = traitsOf(object);
  const [noun = "", edge = ""] = traits;
  const { domain, match, description } = object.outputs;
  // A name is in files and in output: it is not made of a credential.
  const wanted = [domain, match, description].filter(
    (text) => typeof text !== "string" || !proseReason(text),
  );
  const text = wanted.map(slug).find((each) => each !== "") ?? "";
  const name = /^[a-z]/.test(text) ? text : joined(noun, text);
  const rival = used.like(name)?.object;
  const others = rival && traitsOf(rival);
  const own = others ? traits.filter((trait, index) => trait !== others[index]) : [edge || noun];
  return [name, ...own.map((trait) => joined(name, trait)), joined(name, slug(object.id))];
}

/** What tells two objects of the same name apart: the type, the edge, what a route matches or where events go. */
const traitsOf = ({ definition, outputs }: AccountObject): string[] => [
  shortTypeName(definition.type),
  ...[outputs.edgeId, outputs.matchType, kebabCase(Object.keys(outputs.target ?? {})[0] ?? "")].map(
    slug,
  ),
];

const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join("-");

/** Longer names are cut between two words, if they have two. */
const BEGINNING = /^.{0,48}(?![a-z\d])|^.{48}/;

/** The words of a name; marks above letters are left out. */
const slug = (value: unknown): string =>
  BEGINNING.exec(hyphenated(withoutMarks(String(value ?? ""))))?.[0] ?? "";

/** The words of a text in small letters and digits, with hyphens between them. */
export const hyphenated = (text: string): string =>
  (text.toLowerCase().match(/[a-z\d]+/g) ?? []).join("-");
