import { isMembers, type Value } from "../codegen/program";

/** Why programs in a language cannot state a member of an object; `undefined` if they can. */
export type LossOf = (name: string, value: Value) => string | undefined;

/** What a program cannot state of a value: paths with reasons. */
export function lossesOf(value: Value, lossOf: LossOf, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => lossesOf(item, lossOf, `${path}[${index}]`));
  if (!isMembers(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const place = path === "" ? name : `${path}.${name}`;
    const reason = lossOf(name, member);
    return reason === undefined ? lossesOf(member, lossOf, place) : [`${place} ${reason}`];
  });
}
