import { isObject, parseJson } from "../schema/values";

/** The form of an answer's body, and nothing of what it says: what is like the API's own, and what a gateway has written. */
export interface BodyShape {
  /** `value` is JSON that is no object, `foreign` is no JSON. */
  readonly kind: "empty" | "object" | "value" | "foreign";
  readonly members: readonly string[];
}

export const EMPTY: BodyShape = { kind: "empty", members: [] };

export function shapeOf(text: string): BodyShape {
  if (text.trim() === "") return EMPTY;
  const value = parseJson(text);
  if (value === undefined) return { kind: "foreign", members: [] };
  return isObject(value) ? { kind: "object", members: Object.keys(value) } : { kind: "value", members: [] };
}

/**
 * What more than half of some bodies have in common. `undefined` if they are not even of one kind, or if another one says more:
 * then a gateway may have written most of them.
 */
export function commonShape(shapes: readonly BodyShape[]): BodyShape | undefined {
  const inMost = (has: (shape: BodyShape) => boolean) => shapes.filter(has).length * 2 > shapes.length;
  const [most] = shapes.filter(({ kind }) => inMost((other) => other.kind === kind));
  if (!most) return undefined;
  const members = new Set(shapes.flatMap((shape) => shape.members));
  const kept = [...members].filter((name) => inMost((shape) => shape.members.includes(name)));
  const common = { kind: most.kind, members: kept };
  const saysMore = (shape: BodyShape) =>
    shape.members.length > kept.length && differenceFrom(common, shape) !== undefined;
  return shapes.some(saysMore) ? undefined : common;
}

/** How a body differs from the API's, which may have more members in some places; `undefined` if it does not. */
export function differenceFrom(own: BodyShape, { kind, members }: BodyShape): string | undefined {
  if (kind === "foreign") return "its body is not JSON";
  if (kind !== own.kind) return `its body is ${WORDS[kind]}, and that of the API's own 404 is ${WORDS[own.kind]}`;
  const hasAll = own.members.every((name) => members.includes(name));
  return hasAll ? undefined : "its body lacks members that the API's own 404 has";
}

const WORDS: Readonly<Record<BodyShape["kind"], string>> = {
  empty: "empty",
  object: "a JSON object",
  value: "JSON, but no object",
  foreign: "not JSON",
};
