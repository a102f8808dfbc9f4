import type { AccountObject } from "../account/account";
import { keyOf } from "../account/listing";
import { reserved } from "../codegen";
import { camelCase, kebabCase } from "../core/schema/case";
import type { SingletonDefinition } from "../core/schema/definition";

/** Names of resources by the keys of their objects. */
export type Names = ReadonlyMap<string, string>;

/** What an object is called if nothing else names it, and what is added to a name that cannot be an identifier. */
const nouns: Readonly<Record<string, string>> = {
  AgentIngress: "ingress",
  SshCertificateAuthority: "authority",
  EventDestination: "destination",
  HttpsEdgeRoute: "route",
};

/** Longer names are cut between two words. */
const MAX_LENGTH = 48;

/**
 * Names objects after their domain, match or description. The same objects get the same names, whatever was added to the
 * account since.
 *
 * @param wished Names that objects should have, as far as they are free, by their keys or ids.
 * @param known Names that objects have already; they keep them.
 * @param taken Other names that are not free, such as keywords and the names of other resources.
 */
export function namesFor(
  objects: readonly AccountObject[],
  { wished, known, taken }: { readonly wished: Names; readonly known: Names; readonly taken: Iterable<string> },
): Names {
  const used = new Map<string, AccountObject | undefined>();
  for (const name of [...taken, ...known.values()]) used.set(identity(name), undefined);
  const names = new Map(known);
  for (const object of objects) {
    const key = keyOf(object);
    if (names.has(key)) continue;
    const wish = slug(wished.get(key) ?? wished.get(object.id) ?? "");
    const wanted =
      object.definition.kind === "singleton" ? moduleNames(object, names, objects) : objectNames(object, used);
    const name = freeName(/^[a-z]/.test(wish) ? [wish, ...wanted] : wanted, used);
    used.set(identity(name), object);
    names.set(key, name);
  }
  return names;
}

/** Two names that differ in nothing else are the same: in some languages and file systems they would be. */
const identity = (name: string): string => camelCase(name).toLowerCase();

function freeName(wanted: readonly string[], used: ReadonlyMap<string, unknown>): string {
  let name = wanted.find((each) => !used.has(identity(each)));
  for (let number = 2; name === undefined || used.has(identity(name)); number += 1) name = `${wanted[0]}-${number}`;
  return name;
}

/** The names that a module should have, the best first: after its route; the id of its edge is a part if there are others. */
function moduleNames(
  { definition, id, outputs }: AccountObject,
  names: Names,
  objects: readonly AccountObject[],
): string[] {
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
  const text = [domain, match, description].map((each) => slug(String(each ?? ""))).find((each) => each !== "") ?? "";
  const known = text === "" ? noun : /^\d/.test(text) ? `${noun}-${text}` : text;
  const name = reserved.some((each) => identity(each) === identity(known)) ? joined(known, noun) : known;
  const rival = used.get(identity(name));
  const others = rival && traitsOf(rival);
  const own = others ? traits.filter((trait, index) => trait !== others[index]) : [edge || noun];
  return [name, ...own.map((trait) => joined(name, trait)), joined(name, slug(object.id))];
}

/** What tells two objects of the same name apart: the type, the edge, what a route matches or where events go. */
const traitsOf = ({ definition, outputs }: AccountObject): string[] => [
  nouns[definition.type] ?? kebabCase(definition.type),
  ...[outputs.edgeId, outputs.matchType, kebabCase(Object.keys(outputs.target ?? {})[0] ?? "")].map((each) =>
    slug(String(each ?? "")),
  ),
];

const joined = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join("-");

/** A text in small letters, digits and hyphens; marks above letters are left out. */
function slug(text: string): string {
  const words = text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[a-z\d]+/g);
  let name = "";
  for (const word of words ?? []) {
    const longer = name === "" ? word.slice(0, MAX_LENGTH) : `${name}-${word}`;
    if (longer.length > MAX_LENGTH) break;
    name = longer;
  }
  return name;
}
