import { type AccountObject, keyOf } from "../account/account";
import { go } from "../codegen/go";
import { freeName } from "../codegen/language";
import { python } from "../codegen/python";
import { typescript } from "../codegen/typescript";
import { camelCase, kebabCase } from "../core/schema/case";
import type { SingletonDefinition } from "../core/schema/definition";
import type { PlanOptions } from "./options";

/** Names of resources by the keys of their objects. */
export type Names = ReadonlyMap<string, string>;

/** What an object is called if nothing else names it, and what is added to a name that cannot be an identifier. */
const nouns: Readonly<Record<string, string>> = {
  AgentIngress: "ingress",
  SshCertificateAuthority: "authority",
  EventDestination: "destination",
  HttpsEdgeRoute: "route",
};

/** Names that no language in which accounts are imported leaves to a program. */
export const reserved: readonly string[] = [typescript, python, go].flatMap((each) => each.reserved);

/** Names objects after their domain, match or description; what is added to the account later does not change the names. */
export function namesFor(objects: readonly AccountObject[], { wished, known, taken }: PlanOptions): Names {
  const others = [...reserved, ...taken, ...known.values()];
  const used = new Map<string, AccountObject | undefined>(others.map((name) => [identity(name), undefined]));
  const isUsed = (name: string) => used.has(identity(name));
  const names = new Map(known);
  for (const object of objects) {
    const key = keyOf(object);
    if (names.has(key)) continue;
    const wish = slug(wished?.get(key) ?? wished?.get(object.id));
    const isModule = object.definition.kind === "singleton";
    const own = isModule ? moduleNames(object, names, objects) : objectNames(object, used);
    const wanted = /^[a-z]/.test(wish) ? [wish, ...own] : own;
    const name = wanted.find((each) => !isUsed(each)) ?? freeName(`${wanted[0]}`, isUsed, "-");
    used.set(identity(name), object);
    names.set(key, name);
  }
  return names;
}
/** Two names that differ in nothing else are the same: in some languages and file systems they would be. */
const identity = (name: string): string => camelCase(name).toLowerCase();

/** The names that a module should have, the best first: after its route; the id of its edge is a part if there are others. */
function moduleNames(object: AccountObject, names: Names, objects: readonly AccountObject[]): string[] {
  const { definition, id, outputs } = object;
  const { of, module } = definition as SingletonDefinition;
  const type = kebabCase(definition.type);
  const withId = [joined(kebabCase(module), slug(id)), joined(type, slug(id))];
  const owner = of.kind === "collection" ? names.get(`${of.type} ${outputs.routeId}`) : undefined;
  if (owner !== undefined) return [joined(owner, kebabCase(module)), ...withId];
  const alike = objects.filter((each) => each.definition.kind === "singleton" && each.definition.module === module);
  const isOnly = alike.filter((each) => each.definition === definition).length === 1;
  return [...(isOnly ? [alike.length === 1 ? kebabCase(module) : type] : []), ...withId];
}

/** The names that an object should have, the best first: its id is a part of the last, for nothing else tells it apart. */
function objectNames(object: AccountObject, used: ReadonlyMap<string, AccountObject | undefined>): string[] {
  const traits = traitsOf(object);
  const [noun = "", edge = ""] = traits;
  const { domain, match, description } = object.outputs;
  const text = [domain, match, description].map(slug).find((each) => each !== "") ?? "";
  const known = /^[a-z]/.test(text) ? text : joined(noun, text);
  const name = reserved.some((each) => identity(each) === identity(known)) ? joined(known, noun) : known;
  const rival = used.get(identity(name));
  const others = rival && traitsOf(rival);
  const own = others ? traits.filter((trait, index) => trait !== others[index]) : [edge || noun];
  return [name, ...own.map((trait) => joined(name, trait)), joined(name, slug(object.id))];
}

/** What tells two objects of the same name apart: the type, the edge, what a route matches or where events go. */
const traitsOf = ({ definition, outputs }: AccountObject): string[] => [
  nouns[definition.type] ?? kebabCase(definition.type),
  ...[outputs.edgeId, outputs.matchType, kebabCase(Object.keys(outputs.target ?? {})[0] ?? "")].map(slug),
];

const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join("-");

/** Longer names are cut between two words, if they have two. */
const BEGINNING = /^.{0,48}(?![a-z\d])|^.{48}/;

/** The words of a name; marks above letters are left out. */
function slug(value: unknown): string {
  const text = String(value ?? "").normalize("NFKD");
  return BEGINNING.exec(hyphenated(text.replaceAll(/\p{M}/gu, "")))?.[0] ?? "";
}

/** The words of a text in small letters and digits, with hyphens between them. */
export const hyphenated = (text: string): string => (text.toLowerCase().match(/[a-z\d]+/g) ?? []).join("-");
