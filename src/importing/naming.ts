import type { AccountObject } from "../account/account";
import { keyOf } from "../account/listing";
import { camelCase, kebabCase } from "../core/schema/case";

/** Names of resources by the keys of their objects. */
export type Names = ReadonlyMap<string, string>;

/** What an object is called if nothing else names it, and what is added to a name that cannot be an identifier. */
const nouns: Readonly<Record<string, string>> = {
  AgentIngress: "ingress",
  SshCertificateAuthority: "authority",
  EventDestination: "destination",
  HttpsEdgeRoute: "route",
};

/** The values that name an object, the first that is there. */
const namedAfter = ["domain", "match", "description"];

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
  const used = new Set([...taken, ...known.values()].map(identity));
  const names = new Map(known);
  for (const object of objects) {
    const key = keyOf(object);
    if (names.has(key)) continue;
    const name = freeName([...wishedName(object, wished), ...wantedName(object, names)], used);
    used.add(identity(name));
    names.set(key, name);
  }
  return names;
}

/** Two names that differ in nothing else are the same: in some languages and file systems they would be. */
const identity = (name: string): string => camelCase(name).toLowerCase();

function freeName(wanted: readonly string[], used: ReadonlySet<string>): string {
  let name = wanted.find((each) => !used.has(identity(each)));
  for (let number = 2; name === undefined; number += 1) {
    const numbered = `${wanted[0]}-${number}`;
    if (!used.has(identity(numbered))) name = numbered;
  }
  return name;
}

function wishedName(object: AccountObject, wished: Names): string[] {
  const name = slug(wished.get(keyOf(object)) ?? wished.get(object.id) ?? "");
  return /^[a-z]/.test(name) ? [name] : [];
}

/** The name that an object should have, and the next best: an edge, and at last an id, says more than a number. */
function wantedName({ definition, id, outputs }: AccountObject, names: Names): string[] {
  if (definition.kind === "singleton") {
    const { of, module } = definition;
    const owner = of.kind === "collection" ? names.get(`${of.type} ${outputs.routeId}`) : undefined;
    const place = owner === undefined ? slug(id) : "";
    return [joined(owner, kebabCase(module), place), joined(kebabCase(definition.type), slug(id))];
  }
  const noun = nouns[definition.type] ?? kebabCase(definition.type);
  const text = namedAfter.map((key) => outputs[key]).find((each) => typeof each === "string" && slug(each) !== "");
  const known = slug(String(text ?? ""));
  const name = known === "" ? noun : /^\d/.test(known) ? `${noun}-${known}` : known;
  const { edgeId } = outputs;
  const qualified = typeof edgeId === "string" ? slug(edgeId) : name === noun ? "" : noun;
  return [name, joined(name, qualified), joined(name, slug(id))];
}

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
