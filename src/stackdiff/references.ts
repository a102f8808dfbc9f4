import type { Pair } from "./pairs";
import { isPlainObject } from "./secret";
import type { StateResource } from "./state";

/** Gives an argument's value with names where it repeats ids or outputs of other resources of its stack. */
export type Naming = (resource: StateResource, argument: string, value: unknown) => unknown;

/** A value of a resource, and its name, which is the same in both stacks. */
type Named = readonly [value: string, name: string];

/** Names what the resources of one of the stacks are and have: two values of the same name differ because they must. */
export function namingOf(pairs: readonly Pair[], side: "a" | "b"): Naming {
  const labelled = pairs.flatMap((pair) => {
    const [resource, label] = [pair[side], pair.a ?? pair.b];
    return resource && label ? [{ resource, label: `${label.type} ${label.name}` }] : [];
  });
  const addresses = labelled.flatMap(({ resource, label }) => addressesOf(resource, label));
  const outputs = new Map(labelled.map(({ resource, label }) => [resource.urn, outputsOf(resource, label)]));
  return ({ dependencies }, argument, value) => {
    const madeFrom = new Map((dependencies[argument] ?? []).flatMap((urn) => outputs.get(urn) ?? []));
    return eachText(value, (text) => madeFrom.get(text) ?? withNames(text, addresses));
  };
}

/** What the service has given the object of a resource, and no other text holds. A module's id is made of given ones. */
function addressesOf({ isIngress, id, outputs }: StateResource, label: string): Named[] {
  if (!isIngress || typeof outputs.uri !== "string") return [];
  return [
    [outputs.uri, `<uri of ${label}>`],
    [id, `<id of ${label}>`],
  ];
}

/** What another argument can be made from. Of other packages it is only the id, because nothing else tells what their outputs are. */
function outputsOf({ isIngress, id, outputs }: StateResource, label: string): Named[] {
  const own = isIngress ? Object.entries(outputs) : [];
  const texts = [["id", id] as const, ...own].flatMap(([key, value]) =>
    typeof value === "string" ? [[value, `<${key} of ${label}>`] as const] : [],
  );
  // The first name of a value stays.
  return texts.reverse();
}

const withNames = (text: string, addresses: readonly Named[]): string =>
  addresses.reduce((named, [value, name]) => named.replaceAll(value, name), text);

function eachText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => eachText(item, change));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, eachText(member, change)]));
}
