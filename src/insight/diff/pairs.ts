import type { Values } from "../../core/schema/values";
import type { StackState } from "../engine/export";
import type { StackResource } from "../engine/resource";
import { withMembers } from "../engine/secrets";

/** A resource as two stacks have it, or one of them alone. */
export interface Pair {
  /** That of the first stack that has it. */
  readonly resource: StackResource;
  readonly a?: StackResource;
  readonly b?: StackResource;
}

/**
 * What makes two resources one, the surest first: the rest may be in another component, named after its stack, or, in two exports of
 * one stack, renamed by an alias. A resource without an id is no object yet, and its key has no partner.
 */
const identities: readonly ((resource: StackResource) => string)[] = [
  ({ key }) => key,
  ({ type, name }) => `${type}::${name}`,
  ({ type, name, stack }) => `${type}::${withoutStack(name, stack)}`,
  ({ type, id, key }) => (id === "" ? key : `${type}::${id}`),
];

/** Finds the resources of two stacks that belong together; if several could, none does. */
export function pairsOf(a: StackState, b: StackState): Pair[] {
  const ofA = a.resources.map((resource): Pair => ({ resource, a: resource }));
  let alone = [...ofA, ...b.resources.map((resource): Pair => ({ resource, b: resource }))];
  const found: Pair[] = [];
  for (const identity of identities) {
    const groups = Map.groupBy(alone, ({ resource }) => identity(resource));
    const pairs = [...groups.values()].filter(([one, other, ...more]) => one?.a && other?.b && more.length === 0);
    found.push(...pairs.flatMap(([one, other]) => (one ? [{ ...other, ...one }] : [])));
    const paired = new Set(pairs.flat());
    alone = alone.filter((each) => !paired.has(each));
  }
  return [...found, ...alone];
}

/** The name with a placeholder for the stack's own as a word of it. */
const withoutStack = (name: string, stack: string): string =>
  name.replaceAll(/[^-_./]+/g, (word) => (word === stack ? "{stack}" : word));

/**
 * Gives an argument's value with names in place of ids, or of what else must differ, of other resources of its stack. An
 * argument that says where the object is follows the argument of another resource that it was made from.
 */
export type Naming = (resource: StackResource, argument: string, isInPath: boolean, value: unknown) => unknown;

/** Names what the resources of one of the stacks are and have: two values of the same name differ because they must. */
export function namingOf(pairs: readonly Pair[], side: "a" | "b"): Naming {
  // Types and names are not enough: a component may have a resource of the same type and name as another one.
  const labelled = new Map(
    pairs.flatMap(({ [side]: own }, index) => (own ? [[own.urn, { ...own, label: `\0${index}` }]] : [])),
  );
  // What the service has given to an object with a collection of its own, and no other text holds. Ids of modules are given ones.
  const addresses = [...labelled.values()].flatMap(({ label, isIngress, id, outputs }) =>
    isIngress && "uri" in outputs ? aliasesOf(label, { uri: outputs.uri, id }) : [],
  );
  const everywhere = new Map(addresses);
  return ({ dependencies }, argument, isInPath, value) => {
    const sources = (dependencies[argument] ?? []).flatMap((urn) => labelled.get(urn) ?? []);
    // The id of any resource, and for a place also the arguments of one of this package.
    const parts = sources.flatMap(({ label, isIngress, id, inputs }) =>
      aliasesOf(label, { ...(isIngress && isInPath && inputs), id }),
    );
    const madeFrom = new Map(parts);
    return eachText(value, (text) => madeFrom.get(text) ?? withNames(text, everywhere));
  };
}

/** Texts of a resource, with names that are the same in both stacks, and that no text of a program is. */
const aliasesOf = (label: string, values: Values): [text: string, name: string][] =>
  Object.entries(values).flatMap(([key, value]) => (typeof value === "string" ? [[value, `${label} ${key}`]] : []));

/** Characters that an id may have. A dot at the end of a sentence is not part of one. */
const ID = /[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*/gu;

/** Names what is a word of a text, or an id in such a word. What only contains a short id is something else. */
const withNames = (text: string, addresses: ReadonlyMap<string, string>): string =>
  text.replaceAll(/\S+/g, (word) => addresses.get(word) ?? word.replaceAll(ID, (part) => addresses.get(part) ?? part));

const eachText = (value: unknown, change: (text: string) => string): unknown =>
  typeof value === "string" ? change(value) : withMembers(value, (member) => eachText(member, change));
